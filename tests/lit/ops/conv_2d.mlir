// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.conv_2d %x, %w bias %b strides [2, 1] padding same then relu :
// CHECK: tfl.conv_2d %y, %v dilations [2, 2] pads [2, 1, 0, 2] clamp [-9, 60] :
// KERNEL: conv_2d_s8
// KERNEL-SAME: input_offset = 3, output_offset = -128, act_min = -128, act_max = 127
// KERNEL-SAME: input_h = 6, input_w = 5, output_h = 3, output_w = 5
// KERNEL-SAME: pad_h = 0, pad_w = 1
// KERNEL-SAME: group_c = 2
// KERNEL: conv_2d_s8
// KERNEL-SAME: act_min = -9, act_max = 60
// KERNEL-SAME: output_h = 4, output_w = 5
// KERNEL-SAME: pad_h = 2, pad_w = 0
// KERNEL-SAME: dilation_h = 2, dilation_w = 2
// KERNEL-SAME: group_c = 1
func.func @main(%x: tensor<1x6x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4x5x6xi8, #tfl.quant<1.0 : 4>> {
  %w = tfl.const dense<7> : tensor<3x3x3x2xi8> quant <[0.25, 0.125, 0.5] : [0, 0, 0], axis 0>
  %b = tfl.const dense<[1, 2, 3]> : tensor<3xi32>
  %y = tfl.conv_2d %x, %w bias %b strides [2, 1] padding same then relu : (tensor<1x6x5x2xi8, #tfl.quant<0.5 : -3>>, tensor<3x3x3x2xi8>, tensor<3xi32>) -> tensor<1x3x5x3xi8, #tfl.quant<0.25 : -128>>
  %v = tfl.const dense<-5> : tensor<6x2x2x1xi8, #tfl.quant<0.25 : 0>>
  %z = tfl.conv_2d %y, %v dilations [2, 2] pads [2, 1, 0, 2] clamp [-9, 60] : (tensor<1x3x5x3xi8, #tfl.quant<0.25 : -128>>, tensor<6x2x2x1xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x4x5x6xi8, #tfl.quant<1.0 : 4>>
  func.return %z : tensor<1x4x5x6xi8, #tfl.quant<1.0 : 4>>
}
