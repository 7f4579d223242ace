// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: output is int8, should be int16 (input, weights, bias and output are int8 int8 int32 int8, int16 int8 int64 int16, int16 int8 int32 int16, int8 int4 int32 int8 or float32 float32 float32 float32)
%x = "test.op"() : () -> tensor<2x8xi16, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi16, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: bias is int8, should be int32 (input, weights, bias and output are int8 int8 int32 int8, int16 int8 int64 int16, int16 int8 int32 int16, int8 int4 int32 int8 or float32 float32 float32 float32)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%b = tfl.const dense<1> : tensor<3xi8>
%y = tfl.fully_connected %x, %w bias %b : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>, tensor<3xi8>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: input has shape (0, 8) (no dimension is 0)
%x = "test.op"() : () -> tensor<0x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<0x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: weights have shape (3, 1, 8) (the weights are a matrix of units x depth)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x1x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x1x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: output is tensor<2x3xi8>, without a scale (input and output have one scale and zero point)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8>

// -----

// CHECK: weights have no scale (the weights have one scale, or one per output channel)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: weights have 2 scales along axis 0 for 3 channels (the weights have one scale, or one per output channel)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8> quant <[0.5, 0.25] : [0, 0], axis 0>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: input has scale 0.0 (scales are positive, zero points are values of their type)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.0 : 0>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.0 : 0>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: output has zero point 300 (scales are positive, zero points are values of their type)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 300>>

// -----

// CHECK: weights have zero point 5 (per-channel weights have zero point 0)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8> quant <[0.5, 0.25, 0.5] : [0, 5, 0], axis 0>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: bias has shape (4,) for 3 channels (the bias has one element per output channel)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%b = tfl.const dense<1> : tensor<4xi32>
%y = tfl.fully_connected %x, %w bias %b : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>, tensor<4xi32>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: fused activation TANH is not a clamp (the fused activation is none, relu, relu_n1_to_1 or relu6)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w then tanh : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: a channel is scaled by 8.58993e+09 (the effective scale of a channel is below 2^30)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<65536.0 : 0>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<131072.0 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<65536.0 : 0>>, tensor<3x8xi8, #tfl.quant<131072.0 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: input has 14 features, weights expect 8 (the input's elements are rows of the weights' depth)
%x = "test.op"() : () -> tensor<2x7xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<2x7xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: input has 4 features, weights expect 8 (the input's elements are rows of the weights' depth)
%x = "test.op"() : () -> tensor<4x4xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w keep_dims true : (tensor<4x4xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: bias has scale 0.5, the product is 0.125 (the bias of per-tensor weights has the product of input and weight scale)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%b = tfl.const dense<1> : tensor<3xi32, #tfl.quant<0.5 : 0>>
%y = tfl.fully_connected %x, %w bias %b : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>, tensor<3xi32, #tfl.quant<0.5 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: output 0 is tensor<2x4xi8, #tfl.quant<1.0 : 0>>, should be tensor<2x3xi8, #tfl.quant<1.0 : 0>>
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x4xi8, #tfl.quant<1.0 : 0>>

// -----

// CHECK: clamp is [-129, 4] (a clamp is two values of the output's type in their order)
%x = "test.op"() : () -> tensor<1x4xi8, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<7> : tensor<3x4xi8, #tfl.quant<0.25 : 0>>
%y = tfl.fully_connected %x, %w clamp [-129, 4] : (tensor<1x4xi8, #tfl.quant<0.5 : 1>>, tensor<3x4xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3xi8, #tfl.quant<1.0 : 4>>

// -----

// CHECK: input has zero point 1 (int16 tensors have zero point 0)
%x = "test.op"() : () -> tensor<2x8xi16, #tfl.quant<0.5 : 1>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 0>>
%b = tfl.const dense<1> : tensor<3xi32>
%y = tfl.fully_connected %x, %w bias %b : (tensor<2x8xi16, #tfl.quant<0.5 : 1>>, tensor<3x8xi8, #tfl.quant<0.25 : 0>>, tensor<3xi32>) -> tensor<2x3xi16, #tfl.quant<1.0 : 0>>

// -----

// CHECK: weights have zero point 5 (the weights have zero point 0)
%x = "test.op"() : () -> tensor<2x8xi16, #tfl.quant<0.5 : 0>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<0.25 : 5>>
%b = tfl.const dense<1> : tensor<3xi64>
%y = tfl.fully_connected %x, %w bias %b : (tensor<2x8xi16, #tfl.quant<0.5 : 0>>, tensor<3x8xi8, #tfl.quant<0.25 : 5>>, tensor<3xi64>) -> tensor<2x3xi16, #tfl.quant<1.0 : 0>>

// -----

// CHECK: a channel is scaled by 65536 (the effective scale of an int16 channel is below 2^14)
%x = "test.op"() : () -> tensor<2x8xi16, #tfl.quant<0.5 : 0>>
%w = tfl.const dense<1> : tensor<3x8xi8, #tfl.quant<131072.0 : 0>>
%b = tfl.const dense<1> : tensor<3xi64>
%y = tfl.fully_connected %x, %w bias %b : (tensor<2x8xi16, #tfl.quant<0.5 : 0>>, tensor<3x8xi8, #tfl.quant<131072.0 : 0>>, tensor<3xi64>) -> tensor<2x3xi16, #tfl.quant<1.0 : 0>>

// -----

// CHECK: weights have zero point 1 (the weights have zero point 0)
%x = "test.op"() : () -> tensor<2x8xi8, #tfl.quant<0.5 : 0>>
%w = tfl.const dense<1> : tensor<3x8xi4, #tfl.quant<0.25 : 1>>
%y = tfl.fully_connected %x, %w : (tensor<2x8xi8, #tfl.quant<0.5 : 0>>, tensor<3x8xi4, #tfl.quant<0.25 : 1>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 0>>
