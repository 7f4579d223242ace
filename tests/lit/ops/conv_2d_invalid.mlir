// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: output is int8, should be int16 (input, weights, bias and output are int8 int8 int32 int8, int16 int8 int64 int16, int16 int8 int32 int16 or float32 float32 float32 float32)
%x = "test.op"() : () -> tensor<1x4x4x2xi16, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi16, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: bias is int8, should be int32 (input, weights, bias and output are int8 int8 int32 int8, int16 int8 int64 int16, int16 int8 int32 int16 or float32 float32 float32 float32)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%b = tfl.const dense<1> : tensor<3xi8>
%y = tfl.conv_2d %x, %w bias %b : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>, tensor<3xi8>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: input has shape (0, 4, 4, 2) (no dimension is 0)
%x = "test.op"() : () -> tensor<0x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<0x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: input has shape (4, 4, 2) (input and weights have four dimensions)
%x = "test.op"() : () -> tensor<4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: output is tensor<1x3x3x3xi8>, without a scale (input and output have one scale and zero point)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8>

// -----

// CHECK: weights have no scale (the weights have one scale, or one per output channel)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: weights have 2 scales along axis 0 for 3 channels (the weights have one scale, or one per output channel)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8> quant <[0.5, 0.25] : [0, 0], axis 0>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: input has scale 0.0 (scales are positive, zero points are values of their type)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.0 : 0>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.0 : 0>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: output has zero point 300 (scales are positive, zero points are values of their type)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 300>>

// -----

// CHECK: weights have zero point 5 (the weights have zero point 0)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 5>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 5>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: bias has shape (4,) for 3 channels (the bias has one element per output channel)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%b = tfl.const dense<1> : tensor<4xi32>
%y = tfl.conv_2d %x, %w bias %b : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>, tensor<4xi32>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: fused activation TANH is not a clamp (the fused activation is none, relu, relu_n1_to_1 or relu6)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w then tanh : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: a channel is scaled by 8.58993e+09 (the effective scale of a channel is below 2^30)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<65536.0 : 0>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<131072.0 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<65536.0 : 0>>, tensor<3x2x2x2xi8, #tfl.quant<131072.0 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: stride is 0x1 (windows, strides and dilations are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w strides [0, 1] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: dilation is 1x0 (windows, strides and dilations are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w dilations [1, 0] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: the window spans 70001x2 (windows, strides and dilations are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w dilations [70000, 1] padding same : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: the input is 4x4, smaller than the window of 7x2 (windows, strides and dilations are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w dilations [6, 1] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: weights are 3 deep for 2 input and 3 output channels (the weights' depth divides the input channels into groups that divide the output's)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x3xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x3xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: weights are 1 deep for 2 input and 3 output channels (the weights' depth divides the input channels into groups that divide the output's)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x1xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x1xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: output 0 is tensor<1x4x3x3xi8, #tfl.quant<1.0 : 0>>, should be tensor<1x3x3x3xi8, #tfl.quant<1.0 : 0>>
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x4x3x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: clamp is [0, 128] (a clamp is two values of the output's type in their order)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<7> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w clamp [0, 128] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 4>>

// -----

// CHECK: a window lies on the padding of [0, 0, 2, 0] alone (windows, strides and dilations are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<7> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w pads [0, 0, 2, 0] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x5x3xi8, #tfl.quant<1.0 : 4>>

// -----

// CHECK: input has zero point 1 (int16 tensors have zero point 0)
%x = "test.op"() : () -> tensor<1x4x4x2xi16, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%b = tfl.const dense<1> : tensor<3xi64>
%y = tfl.conv_2d %x, %w bias %b : (tensor<1x4x4x2xi16, #tfl.quant<0.5 : 1>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>, tensor<3xi64>) -> tensor<1x3x3x3xi16, #tfl.quant<1.0 : 0>>

// -----

// CHECK: a channel is scaled by 65536 (the effective scale of an int16 channel is below 2^14)
%x = "test.op"() : () -> tensor<1x4x4x2xi16, #tfl.quant<0.5 : 0>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<131072.0 : 0>>
%b = tfl.const dense<1> : tensor<3xi64>
%y = tfl.conv_2d %x, %w bias %b : (tensor<1x4x4x2xi16, #tfl.quant<0.5 : 0>>, tensor<3x2x2x2xi8, #tfl.quant<131072.0 : 0>>, tensor<3xi64>) -> tensor<1x3x3x3xi16, #tfl.quant<1.0 : 0>>

// -----

// CHECK: output is float32, should be int16 (input, weights, bias and output are int8 int8 int32 int8, int16 int8 int64 int16, int16 int8 int32 int16 or float32 float32 float32 float32)
%x = "test.op"() : () -> tensor<1x4x4x2xi16, #tfl.quant<0.5 : 0>>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xi16, #tfl.quant<0.5 : 0>>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xf32>

// -----

// CHECK: weights is int8, should be float32 (input, weights, bias and output are int8 int8 int32 int8, int16 int8 int64 int16, int16 int8 int32 int16 or float32 float32 float32 float32)
%x = "test.op"() : () -> tensor<1x4x4x2xf32>
%w = tfl.const dense<1> : tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>
%y = tfl.conv_2d %x, %w : (tensor<1x4x4x2xf32>, tensor<3x2x2x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xf32>

// -----

// CHECK: clamp is [0, 1], the output float32 (a clamp is two values of the output's type in their order)
%x = "test.op"() : () -> tensor<1x4x4x2xf32>
%w = tfl.const dense<1.0> : tensor<3x2x2x2xf32>
%y = tfl.conv_2d %x, %w clamp [0, 1] : (tensor<1x4x4x2xf32>, tensor<3x2x2x2xf32>) -> tensor<1x3x3x3xf32>
