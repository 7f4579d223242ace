// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// What is not an output of the model shares the bytes of its operand.
// CHECK: tfl.squeeze %x axes [-1] :
// CHECK: tfl.squeeze %y :
// KERNEL: aot.view "SQUEEZE" %x
// KERNEL: aot.kernel "SQUEEZE" via <{key = "copy_bytes"
// KERNEL-SAME: {size = 6}
func.func @main(%x: tensor<1x2x1x3x1xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x3xi8, #tfl.quant<0.5 : 1>> {
  %y = tfl.squeeze %x axes [-1] : (tensor<1x2x1x3x1xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x2x1x3xi8, #tfl.quant<0.5 : 1>>
  %z = tfl.squeeze %y : (tensor<1x2x1x3xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
  func.return %z : tensor<2x3xi8, #tfl.quant<0.5 : 1>>
}
