// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: input is int16, should be int8 (the input is int8, the output int8 or int16)
%x = "test.op"() : () -> tensor<2x12xi16, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x : (tensor<2x12xi16, #tfl.quant<0.5 : 0>>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: input is tensor<2x12xi8>, without a scale (input and output have one positive scale and a zero point of their type)
%x = "test.op"() : () -> tensor<2x12xi8>
%y = tfl.softmax %x : (tensor<2x12xi8>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: output has scale 0.00390625 and zero point 0 (an int8 output has scale 1/256 and zero point -128, an int16 one 1/65536 and -32768)
%x = "test.op"() : () -> tensor<2x12xi8, #tfl.quant<0.15 : 3>>
%y = tfl.softmax %x : (tensor<2x12xi8, #tfl.quant<0.15 : 3>>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : 0>>

// -----

// CHECK: input is (2, 4096) (the last axis exists and has 1 to 4095 elements)
%x = "test.op"() : () -> tensor<2x4096xi8, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x : (tensor<2x4096xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x4096xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: input is () (the last axis exists and has 1 to 4095 elements)
%x = "test.op"() : () -> tensor<i8, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x : (tensor<i8, #tfl.quant<0.5 : 0>>) -> tensor<i8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: beta is -1.0, input has scale 0.5 (beta * scale is above 2^-26)
%x = "test.op"() : () -> tensor<2x12xi8, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x beta -1.0 : (tensor<2x12xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>
