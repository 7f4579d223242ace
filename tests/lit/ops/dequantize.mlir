// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.dequantize %x :
// KERNEL: dequantize_s8
// KERNEL-SAME: scale = 0.5, zero_point = -3, size = 4
// KERNEL: dequantize_per_channel_s8
// KERNEL-SAME: outer = 2, channels = 3, inner = 1
func.func @main(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> (tensor<4xf32>, tensor<2x3xf32>) {
  %y = tfl.dequantize %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xf32>
  %w = tfl.const dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8> quant <[0.5, 0.25, 1.0] : [0, 1, -2], axis 1>
  %z = tfl.dequantize %w : (tensor<2x3xi8>) -> tensor<2x3xf32>
  func.return %y, %z : tensor<4xf32>, tensor<2x3xf32>
}
