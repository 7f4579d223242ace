// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.concatenation %a, %b axis -1 :
// KERNEL: concatenation_bytes
// KERNEL-SAME: rows = 2
func.func @main(%a: tensor<2x3xi8, #tfl.quant<0.5 : 1>>, %b: tensor<2x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>> {
  %y = tfl.concatenation %a, %b axis -1 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>
  func.return %y : tensor<2x5xi8, #tfl.quant<0.5 : 1>>
}
