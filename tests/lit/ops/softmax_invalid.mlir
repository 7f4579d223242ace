// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: output is int8, should be int16 (input and output are int8 int8, int8 int16, int16 int16 or float32 float32)
%x = "test.op"() : () -> tensor<2x12xi16, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x : (tensor<2x12xi16, #tfl.quant<0.5 : 0>>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: input is tensor<2x12xi8>, without a scale (quantized input and output have one positive scale and a zero point of their type)
%x = "test.op"() : () -> tensor<2x12xi8>
%y = tfl.softmax %x : (tensor<2x12xi8>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: output has scale 0.00390625 and zero point 0 (an int8 output has scale 1/256 and zero point -128, an int16 one 1/65536 and -32768)
%x = "test.op"() : () -> tensor<2x12xi8, #tfl.quant<0.15 : 3>>
%y = tfl.softmax %x : (tensor<2x12xi8, #tfl.quant<0.15 : 3>>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : 0>>

// -----

// CHECK: it has 4096 (the last axis of int8 has at most 4095 elements)
%x = "test.op"() : () -> tensor<2x4096xi8, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x : (tensor<2x4096xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x4096xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: input is () (the last axis exists and is not empty)
%x = "test.op"() : () -> tensor<i8, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x : (tensor<i8, #tfl.quant<0.5 : 0>>) -> tensor<i8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: beta is -1.0, input has scale 0.5 (beta * scale is above 2^-26)
%x = "test.op"() : () -> tensor<2x12xi8, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x beta -1.0 : (tensor<2x12xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: input has zero point 3 (int16 tensors have zero point 0)
%x = "test.op"() : () -> tensor<2x4xi16, #tfl.quant<0.5 : 3>>
%y = tfl.softmax %x : (tensor<2x4xi16, #tfl.quant<0.5 : 3>>) -> tensor<2x4xi16, #tfl.quant<0.000030517578125 : 0>>

// -----

// CHECK: output has scale 0.5 (an int16 output of int16 has scale 1/32768)
%x = "test.op"() : () -> tensor<2x4xi16, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x : (tensor<2x4xi16, #tfl.quant<0.5 : 0>>) -> tensor<2x4xi16, #tfl.quant<0.5 : 0>>

// -----

// CHECK: it has 65536 (the last axis of int16 has at most 65535 elements)
%x = "test.op"() : () -> tensor<65536xi16, #tfl.quant<0.5 : 0>>
%y = tfl.softmax %x : (tensor<65536xi16, #tfl.quant<0.5 : 0>>) -> tensor<65536xi16, #tfl.quant<0.000030517578125 : 0>>

// -----

// CHECK: beta is 2.0, input has scale 4.0 (beta * scale of an int16 input is below 5)
%x = "test.op"() : () -> tensor<2x4xi16, #tfl.quant<4.0 : 0>>
%y = tfl.softmax %x beta 2.0 : (tensor<2x4xi16, #tfl.quant<4.0 : 0>>) -> tensor<2x4xi16, #tfl.quant<0.000030517578125 : 0>>
