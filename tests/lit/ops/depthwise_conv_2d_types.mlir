// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// int16 and float32 run as convolutions in groups of one channel.

// CHECK: tfl.depthwise_conv_2d %x, %w bias %b64 : (tensor<1x4x5x3xi16
// KERNEL: "conv_2d_s16"
// KERNEL-SAME: group_c = 1
// CHECK: tfl.depthwise_conv_2d %x, %w bias %b32 : (tensor<1x4x5x3xi16
// KERNEL: "conv_2d_s16_b32"
// CHECK: tfl.depthwise_conv_2d %r, %v : (tensor<1x4x5x3xf32>
// KERNEL: "conv_2d_f32"
// KERNEL-SAME: tensor<3x2x2x1xf32>
func.func @main(%x: tensor<1x4x5x3xi16, #tfl.quant<0.5 : 0>>, %r: tensor<1x4x5x3xf32>) -> (tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x3xf32>) {
  %w = tfl.const dense<7> : tensor<1x2x2x3xi8, #tfl.quant<0.25 : 0>>
  %b64 = tfl.const dense<[1, -2, 99999999999]> : tensor<3xi64>
  %b32 = tfl.const dense<[1, -2, 3]> : tensor<3xi32>
  %v = tfl.const dense<0.5> : tensor<1x2x2x3xf32>
  %a = tfl.depthwise_conv_2d %x, %w bias %b64 : (tensor<1x4x5x3xi16, #tfl.quant<0.5 : 0>>, tensor<1x2x2x3xi8, #tfl.quant<0.25 : 0>>, tensor<3xi64>) -> tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>
  %b = tfl.depthwise_conv_2d %x, %w bias %b32 : (tensor<1x4x5x3xi16, #tfl.quant<0.5 : 0>>, tensor<1x2x2x3xi8, #tfl.quant<0.25 : 0>>, tensor<3xi32>) -> tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>
  %c = tfl.depthwise_conv_2d %r, %v : (tensor<1x4x5x3xf32>, tensor<1x2x2x3xf32>) -> tensor<1x3x4x3xf32>
  func.return %a, %b, %c : tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x3xf32>
}
