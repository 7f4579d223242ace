// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// What is not an output of the model shares the bytes of its operand.
// CHECK: tfl.expand_dims %x, %axis :
// KERNEL: aot.view "EXPAND_DIMS" %x
// KERNEL: aot.kernel "EXPAND_DIMS" via <{key = "copy_bytes"
// KERNEL-SAME: {size = 6}
func.func @main(%x: tensor<2x3xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x1x3x1xi8, #tfl.quant<0.5 : 1>> {
  %axis = tfl.const dense<-1> : tensor<i32>
  %one = tfl.const dense<1> : tensor<1xi64>
  %y = tfl.expand_dims %x, %axis : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<i32>) -> tensor<2x3x1xi8, #tfl.quant<0.5 : 1>>
  %z = tfl.expand_dims %y, %one : (tensor<2x3x1xi8, #tfl.quant<0.5 : 1>>, tensor<1xi64>) -> tensor<2x1x3x1xi8, #tfl.quant<0.5 : 1>>
  func.return %z : tensor<2x1x3x1xi8, #tfl.quant<0.5 : 1>>
}
