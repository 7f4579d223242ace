// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: output is int8, should be int16 (input and output are all int8, int16 or float32)
%x = "test.op"() : () -> tensor<1x4x4x2xi16, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] : (tensor<1x4x4x2xi16, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: input has shape (4, 4, 2) (the input has four dimensions, none of them 0)
%x = "test.op"() : () -> tensor<4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] : (tensor<4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: input has shape (0, 4, 4, 2) (the input has four dimensions, none of them 0)
%x = "test.op"() : () -> tensor<0x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] : (tensor<0x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: output is tensor<1x3x3x2xi8>, without a scale (quantized input and output have the same positive scale and the same zero point)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8>

// -----

// CHECK: input has #tfl.quant<0.5 : 1>, output has #tfl.quant<0.25 : 1> (quantized input and output have the same positive scale and the same zero point)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.25 : 1>>

// -----

// CHECK: input has #tfl.quant<0.5 : 1>, output has #tfl.quant<0.5 : 2> (quantized input and output have the same positive scale and the same zero point)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 2>>

// -----

// CHECK: output has zero point 300 (the zero point is a value of the type)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 300>>
%y = tfl.max_pool_2d %x window [2, 2] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 300>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 300>>

// -----

// CHECK: fused activation SIGN_BIT is not a clamp (the fused activation is none, relu, relu_n1_to_1 or relu6)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] then sign_bit : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: window is 0x2 (windows and strides are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [0, 2] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: stride is 1x70000 (windows and strides are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] strides [1, 70000] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: the input is 4x4, smaller than the window of 5x2 (windows and strides are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [5, 2] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: output 0 is tensor<1x3x4x2xi8, #tfl.quant<0.5 : 1>>, should be tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x4x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: clamp is [5, 4] (a clamp is two values of the output's type in their order)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] clamp [5, 4] : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: the padding is 200 (explicit padding is an int8, and then there is no other)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] pads [0, 1, 0, 1] value 200 : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: windows reach beyond it (explicit padding is an int8, and then there is no other)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [3, 3] padding same pads [0, 1, 0, 1] value 1 : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: the explicit padding is not four numbers of at least 0 (windows and strides are positive, fit 16 bits and meet the input)
%x = "test.op"() : () -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.max_pool_2d %x window [2, 2] pads [0, 1] value 1 : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: input is float32 (explicit padding is an int8, and then there is no other)
%x = "test.op"() : () -> tensor<1x4x4x2xf32>
%y = tfl.max_pool_2d %x window [2, 2] pads [1, 0, 0, 0] value 0 : (tensor<1x4x4x2xf32>) -> tensor<1x4x3x2xf32>
