// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.pack %a, %b axis -2 :
// KERNEL: aot.constant dense<3> : tensor<2xui32>
// KERNEL: aot.kernel "PACK" via <{key = "concatenation_bytes"
// KERNEL-SAME: rows = 2
func.func @main(%a: tensor<2x3xi8, #tfl.quant<0.5 : 1>>, %b: tensor<2x3xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x2x3xi8, #tfl.quant<0.5 : 1>> {
  %y = tfl.pack %a, %b axis -2 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x3xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x2x3xi8, #tfl.quant<0.5 : 1>>
  func.return %y : tensor<2x2x3xi8, #tfl.quant<0.5 : 1>>
}
