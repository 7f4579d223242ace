// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// int16 with a bias of 64 bits, of 32 bits and with none, and float32.

// CHECK: tfl.conv_2d %x, %w bias %b64 padding same then relu : (tensor<1x4x5x2xi16
// KERNEL: "conv_2d_s16"
// KERNEL-SAME: {act_min = 0, act_max = 32767, batches = 1, input_c = 2, output_c = 3
// KERNEL-SAME: constants ["weights", "bias", "multipliers", "shifts"]
// KERNEL-SAME: tensor<3xi64>, tensor<3xi16>, tensor<3xui8>
// CHECK: tfl.conv_2d %x, %w bias %b32 : (tensor<1x4x5x2xi16
// KERNEL: "conv_2d_s16_b32"
// KERNEL-SAME: tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
// CHECK: tfl.conv_2d %x, %w : (tensor<1x4x5x2xi16
// KERNEL: "conv_2d_s16"
// KERNEL-SAME: constants ["weights", "multipliers", "shifts"]
// CHECK: tfl.conv_2d %r, %v then relu6 : (tensor<1x4x5x2xf32>
// KERNEL: "conv_2d_f32"
// KERNEL-SAME: {act_min = 0.0, act_max = 6.0, batches = 1
// KERNEL-SAME: constants ["weights"]
func.func @main(%x: tensor<1x4x5x2xi16, #tfl.quant<0.5 : 0>>, %r: tensor<1x4x5x2xf32>) -> (tensor<1x4x5x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x1xf32>) {
  %w = tfl.const dense<7> : tensor<3x2x2x2xi8> quant <[0.25, 0.125, 0.5] : [0, 0, 0], axis 0>
  %b64 = tfl.const dense<[1, -2, 99999999999]> : tensor<3xi64>
  %b32 = tfl.const dense<[1, -2, 3]> : tensor<3xi32>
  %v = tfl.const dense<0.5> : tensor<1x2x2x2xf32>
  %a = tfl.conv_2d %x, %w bias %b64 padding same then relu : (tensor<1x4x5x2xi16, #tfl.quant<0.5 : 0>>, tensor<3x2x2x2xi8>, tensor<3xi64>) -> tensor<1x4x5x3xi16, #tfl.quant<1.0 : 0>>
  %b = tfl.conv_2d %x, %w bias %b32 : (tensor<1x4x5x2xi16, #tfl.quant<0.5 : 0>>, tensor<3x2x2x2xi8>, tensor<3xi32>) -> tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>
  %c = tfl.conv_2d %x, %w : (tensor<1x4x5x2xi16, #tfl.quant<0.5 : 0>>, tensor<3x2x2x2xi8>) -> tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>
  %d = tfl.conv_2d %r, %v then relu6 : (tensor<1x4x5x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x3x4x1xf32>
  func.return %a, %b, %c, %d : tensor<1x4x5x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x3xi16, #tfl.quant<1.0 : 0>>, tensor<1x3x4x1xf32>
}
