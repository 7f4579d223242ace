// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.broadcast_to %x, %dims :
// KERNEL: aot.kernel "BROADCAST_TO" via <{key = "copy_strided_bytes"
// KERNEL-SAME: first = 0, run = 3, rows = 2, sizes = [1, 1, 1, 1, 2, 4], strides = [0, 0, 0, 0, 3, 0]
func.func @main(%x: tensor<2x1x3xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x4x3xi8, #tfl.quant<0.5 : 1>> {
  %dims = tfl.const dense<[2, 4, 3]> : tensor<3xi32>
  %y = tfl.broadcast_to %x, %dims : (tensor<2x1x3xi8, #tfl.quant<0.5 : 1>>, tensor<3xi32>) -> tensor<2x4x3xi8, #tfl.quant<0.5 : 1>>
  func.return %y : tensor<2x4x3xi8, #tfl.quant<0.5 : 1>>
}
