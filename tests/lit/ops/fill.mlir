// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.fill %dims, %x :
// KERNEL: aot.kernel "FILL" via <{key = "copy_strided_bytes"
// KERNEL-SAME: first = 0, run = 1, rows = 1, sizes = [1, 1, 1, 1, 1, 6], strides = [0, 0, 0, 0, 0, 0]
func.func @main(%x: tensor<i8, #tfl.quant<0.5 : 1>>) -> tensor<2x3xi8, #tfl.quant<0.5 : 1>> {
  %dims = tfl.const dense<[2, 3]> : tensor<2xi64>
  %y = tfl.fill %dims, %x : (tensor<2xi64>, tensor<i8, #tfl.quant<0.5 : 1>>) -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
  func.return %y : tensor<2x3xi8, #tfl.quant<0.5 : 1>>
}
