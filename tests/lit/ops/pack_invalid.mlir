// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: no inputs (there is an input)
%y = "tfl.pack"() <{axis = 0 : i64}> : () -> tensor<2x3xi8>

// -----

// CHECK: types are int8, int16, int8 (inputs and output have one element type)
%a = "test.op"() : () -> tensor<3xi8>
%b = "test.op"() : () -> tensor<3xi16>
%y = tfl.pack %a, %b axis 0 : (tensor<3xi8>, tensor<3xi16>) -> tensor<2x3xi8>

// -----

// CHECK: inputs are (3,), (4,) (the inputs have one shape)
%a = "test.op"() : () -> tensor<3xi8>
%b = "test.op"() : () -> tensor<4xi8>
%y = tfl.pack %a, %b axis 0 : (tensor<3xi8>, tensor<4xi8>) -> tensor<2x3xi8>

// -----

// CHECK: axis is 2, output has rank 2 (the axis is one of the output's)
%a = "test.op"() : () -> tensor<3xi8>
%y = tfl.pack %a, %a axis 2 : (tensor<3xi8>, tensor<3xi8>) -> tensor<2x3xi8>

// -----

// CHECK: output 0 is tensor<2x3xi8>, should be tensor<3x2xi8>
%a = "test.op"() : () -> tensor<3xi8>
%y = tfl.pack %a, %a axis 1 : (tensor<3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
