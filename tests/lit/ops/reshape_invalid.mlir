// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: output is int16, should be int8 (input and output have one element type, the shape is int32 or int64)
%x = "test.op"() : () -> tensor<2x6xi8, #tfl.quant<0.5 : 1>>
%y = tfl.reshape %x : (tensor<2x6xi8, #tfl.quant<0.5 : 1>>) -> tensor<3x4xi16, #tfl.quant<0.5 : 0>>

// -----

// CHECK: new shape is (-1, -1) (the new shape leaves at most one dimension open)
%x = "test.op"() : () -> tensor<2x6xi8, #tfl.quant<0.5 : 1>>
%y = tfl.reshape %x to [-1, -1] : (tensor<2x6xi8, #tfl.quant<0.5 : 1>>) -> tensor<3x4xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: input is (2, 6), new shape is (3, 5) (input and output have as many elements)
%x = "test.op"() : () -> tensor<2x6xi8, #tfl.quant<0.5 : 1>>
%y = tfl.reshape %x to [3, 5] : (tensor<2x6xi8, #tfl.quant<0.5 : 1>>) -> tensor<3x4xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: output 0 is tensor<3x4xi8
%x = "test.op"() : () -> tensor<2x6xi8, #tfl.quant<0.5 : 1>>
%y = tfl.reshape %x to [4, 3] : (tensor<2x6xi8, #tfl.quant<0.5 : 1>>) -> tensor<3x4xi8, #tfl.quant<0.5 : 1>>
