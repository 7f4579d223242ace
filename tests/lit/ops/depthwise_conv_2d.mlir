// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.depthwise_conv_2d %x, %w bias %b multiplier 2 strides [2, 1] padding same then relu6 :
// KERNEL: depthwise_conv_2d_s8
// KERNEL-SAME: act_min = -128, act_max = -104
// KERNEL-SAME: input_c = 2, output_c = 4
// KERNEL-SAME: pad_h = 0, pad_w = 1
// KERNEL-SAME: depth_multiplier = 2
func.func @main(%x: tensor<1x6x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x5x4xi8, #tfl.quant<0.25 : -128>> {
  %w = tfl.const dense<7> : tensor<1x3x3x4xi8> quant <[0.25, 0.125, 0.5, 1.0] : [0, 0, 0, 0], axis 3>
  %b = tfl.const dense<[1, 2, 3, 4]> : tensor<4xi32>
  %y = tfl.depthwise_conv_2d %x, %w bias %b multiplier 2 strides [2, 1] padding same then relu6 : (tensor<1x6x5x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x3x3x4xi8>, tensor<4xi32>) -> tensor<1x3x5x4xi8, #tfl.quant<0.25 : -128>>
  func.return %y : tensor<1x3x5x4xi8, #tfl.quant<0.25 : -128>>
}
