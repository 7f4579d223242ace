// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.slice %x, %begin, %size :
// KERNEL: aot.kernel "SLICE" via <{key = "copy_strided_bytes"
// KERNEL-SAME: first = 4, run = 4, rows = 1, sizes = [1, 1, 1, 1, 1, 8], strides = [0, 0, 0, 0, 0, 12]
func.func @main(%x: tensor<8x3x4xi8, #tfl.quant<0.5 : 1>>) -> tensor<8x1x4xi8, #tfl.quant<0.5 : 1>> {
  %begin = tfl.const dense<[0, 1, 0]> : tensor<3xi32>
  %size = tfl.const dense<[8, 1, -1]> : tensor<3xi32>
  %y = tfl.slice %x, %begin, %size : (tensor<8x3x4xi8, #tfl.quant<0.5 : 1>>, tensor<3xi32>, tensor<3xi32>) -> tensor<8x1x4xi8, #tfl.quant<0.5 : 1>>
  func.return %y : tensor<8x1x4xi8, #tfl.quant<0.5 : 1>>
}
