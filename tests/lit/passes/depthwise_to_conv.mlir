// RUN: helia-opt %s -p depthwise-to-conv | filecheck %s
// RUN: helia-opt %s -p 'depthwise-to-conv{cpu=cortex-m4}' | filecheck %s --check-prefix=DSP
// RUN: helia-opt %s -p 'depthwise-to-conv{cpu=cortex-m55}' | filecheck %s --check-prefix=MVE
// RUN: helia-opt %s -p 'depthwise-to-conv{cpu=cortex-m55 provider=cmsis-nn}' | filecheck %s --check-prefix=NN
// RUN: helia-opt %s -p 'depthwise-to-conv{cpu=cortex-m4 provider=cmsis-nn}' | filecheck %s --check-prefix=NN-DSP
// RUN: helia-opt %s -p depthwise-to-conv --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=WHY
// RUN: helia-opt %s -p 'depthwise-to-conv{cpu=cortex-m4 provider=cmsis-nn}' --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=NN-WHY

// One input channel with a multiplier: weights stand output by output, the index stays.
// CHECK-LABEL: func.func @multiplier
// CHECK: %w{{.*}} = tfl.const dense<{{\[\[\[\[}}1], [-1]]], {{\[\[\[}}2], [-2]]], {{\[\[\[}}3], [-3]]], {{.*}} : tensor<8x1x2x1xi8> quant <[0.25, 0.125, 0.5, 1.0, 0.25, 0.125, 0.5, 1.0] : [0, 0, 0, 0, 0, 0, 0, 0], axis 0> {tensor_names = ["weights"]}
// CHECK: %y = tfl.conv_2d %x, %w{{.*}} strides [1, 2] pads [0, 0, 1, 0] then relu clamp [-128, 90] {source_indices = array<i64: 5>, tensor_names = ["y"]} :
// DSP-LABEL: func.func @multiplier
// DSP: tfl.conv_2d
// MVE-LABEL: func.func @multiplier
// MVE: tfl.conv_2d
// On MVE it is what CMSIS-NN makes of it anyway; else eight filters are read by fours, faster.
// NN-LABEL: func.func @multiplier
// NN: tfl.conv_2d
// NN-DSP-LABEL: func.func @multiplier
// NN-DSP: tfl.depthwise_conv_2d
// NN-WHY: remark: #5 DEPTHWISE_CONV_2D y: CONV_2D by conv_2d_s8_ctx takes about {{[0-9]+}} instructions, depthwise_conv_2d_s8_ctx about {{[0-9]+}} (depthwise-to-conv)
func.func @multiplier(%x: tensor<1x4x4x1xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4x2x8xi8, #tfl.quant<1.0 : -128>> {
  %w = tfl.const dense<[[[[1, 2, 3, 4, 5, 6, 7, 8], [-1, -2, -3, -4, -5, -6, -7, -8]]]]> : tensor<1x1x2x8xi8> quant <[0.25, 0.125, 0.5, 1.0, 0.25, 0.125, 0.5, 1.0] : [0, 0, 0, 0, 0, 0, 0, 0], axis 3> {tensor_names = ["weights"]}
  %y = tfl.depthwise_conv_2d %x, %w multiplier 8 strides [1, 2] pads [0, 0, 1, 0] then relu clamp [-128, 90] {source_indices = array<i64: 5>, tensor_names = ["y"]} : (tensor<1x4x4x1xi8, #tfl.quant<0.5 : -3>>, tensor<1x1x2x8xi8>) -> tensor<1x4x2x8xi8, #tfl.quant<1.0 : -128>>
  func.return %y : tensor<1x4x2x8xi8, #tfl.quant<1.0 : -128>>
}

// One position of few channels, the weights of one scale: zeros where a filter sees no channel.
// CHECK-LABEL: func.func @position
// CHECK: tfl.depthwise_conv_2d
// WHY: remark: #6 DEPTHWISE_CONV_2D y: CONV_2D by conv_2d_s8 takes about {{[0-9]+}} instructions, depthwise_conv_2d_s8 about {{[0-9]+}} (depthwise-to-conv)
// DSP-LABEL: func.func @position
// DSP: tfl.const dense<{{\[\[\[\[}}1, 0]]], {{\[\[\[}}2, 0]]], {{\[\[\[}}0, 3]]], {{\[\[\[}}0, 4]]]]> : tensor<4x1x1x2xi8, #tfl.quant<0.25 : 0>>
// DSP: tfl.conv_2d {{.*}} {source_indices = array<i64: 6>
// MVE-LABEL: func.func @position
// MVE: tfl.conv_2d
func.func @position(%x: tensor<1x1x1x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x1x1x4xi8, #tfl.quant<1.0 : 4>> {
  %w = tfl.const dense<[[[[1, 2, 3, 4]]]]> : tensor<1x1x1x4xi8, #tfl.quant<0.25 : 0>>
  %b = tfl.const dense<[1, 2, 3, 4]> : tensor<4xi32>
  %y = tfl.depthwise_conv_2d %x, %w bias %b multiplier 2 {source_indices = array<i64: 6>, tensor_names = ["y"]} : (tensor<1x1x1x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x1x1x4xi8, #tfl.quant<0.25 : 0>>, tensor<4xi32>) -> tensor<1x1x1x4xi8, #tfl.quant<1.0 : 4>>
  func.return %y : tensor<1x1x1x4xi8, #tfl.quant<1.0 : 4>>
}

// A channel with one filter is read once anyway.
// CHECK-LABEL: func.func @single
// CHECK: tfl.depthwise_conv_2d
// WHY: remark: #7 DEPTHWISE_CONV_2D y: CONV_2D by conv_2d_s8 takes about
func.func @single(%x: tensor<1x4x4x1xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x2x2x1xi8, #tfl.quant<1.0 : 4>> {
  %w = tfl.const dense<3> : tensor<1x3x3x1xi8, #tfl.quant<0.25 : 0>>
  %y = tfl.depthwise_conv_2d %x, %w {source_indices = array<i64: 7>, tensor_names = ["y"]} : (tensor<1x4x4x1xi8, #tfl.quant<0.5 : -3>>, tensor<1x3x3x1xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x2x2x1xi8, #tfl.quant<1.0 : 4>>
  func.return %y : tensor<1x2x2x1xi8, #tfl.quant<1.0 : 4>>
}

// DSP-LABEL: func.func @many
// DSP: tfl.depthwise_conv_2d
// MVE-LABEL: func.func @many
// MVE: tfl.depthwise_conv_2d
// WHY: remark: #8 DEPTHWISE_CONV_2D y: its weights would have 36288 zeros, more than 4096 (depthwise-to-conv)
func.func @many(%x: tensor<1x4x4x64xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x2x2x64xi8, #tfl.quant<1.0 : 4>> {
  %w = tfl.const dense<3> : tensor<1x3x3x64xi8, #tfl.quant<0.25 : 0>>
  %y = tfl.depthwise_conv_2d %x, %w {source_indices = array<i64: 8>, tensor_names = ["y"]} : (tensor<1x4x4x64xi8, #tfl.quant<0.5 : -3>>, tensor<1x3x3x64xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x2x2x64xi8, #tfl.quant<1.0 : 4>>
  func.return %y : tensor<1x2x2x64xi8, #tfl.quant<1.0 : 4>>
}

// WHY: remark: #9 DEPTHWISE_CONV_2D y: its weights are computed at run time (depthwise-to-conv)
func.func @computed(%x: tensor<1x4x4x1xi8, #tfl.quant<0.5 : -3>>, %w: tensor<1x3x3x4xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x2x2x4xi8, #tfl.quant<1.0 : 4>> {
  %y = tfl.depthwise_conv_2d %x, %w multiplier 4 {source_indices = array<i64: 9>, tensor_names = ["y"]} : (tensor<1x4x4x1xi8, #tfl.quant<0.5 : -3>>, tensor<1x3x3x4xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x2x2x4xi8, #tfl.quant<1.0 : 4>>
  func.return %y : tensor<1x2x2x4xi8, #tfl.quant<1.0 : 4>>
}

// Seven filters of one channel go one by one in CMSIS-NN's depthwise.
// NN-LABEL: func.func @seven
// NN: tfl.conv_2d
// NN-DSP-LABEL: func.func @seven
// NN-DSP: tfl.conv_2d
func.func @seven(%x: tensor<1x4x4x1xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x2x2x7xi8, #tfl.quant<1.0 : 4>> {
  %w = tfl.const dense<3> : tensor<1x3x3x7xi8, #tfl.quant<0.25 : 0>>
  %y = tfl.depthwise_conv_2d %x, %w multiplier 7 {source_indices = array<i64: 10>, tensor_names = ["y"]} : (tensor<1x4x4x1xi8, #tfl.quant<0.5 : -3>>, tensor<1x3x3x7xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x2x2x7xi8, #tfl.quant<1.0 : 4>>
  func.return %y : tensor<1x2x2x7xi8, #tfl.quant<1.0 : 4>>
}
