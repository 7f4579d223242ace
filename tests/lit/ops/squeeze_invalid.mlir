// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: output is int16, should be int8 (input and output have one element type)
%x = "test.op"() : () -> tensor<1x3xi8>
%y = tfl.squeeze %x : (tensor<1x3xi8>) -> tensor<3xi16>

// -----

// CHECK: input is (1, 3), axes are [1] (every axis is one of the input's and has one element)
%x = "test.op"() : () -> tensor<1x3xi8>
%y = tfl.squeeze %x axes [1] : (tensor<1x3xi8>) -> tensor<3xi8>

// -----

// CHECK: output 0 is tensor<1x3xi8>, should be tensor<3xi8>
%x = "test.op"() : () -> tensor<1x3xi8>
%y = tfl.squeeze %x : (tensor<1x3xi8>) -> tensor<1x3xi8>
