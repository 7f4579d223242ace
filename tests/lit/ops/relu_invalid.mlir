// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: input is int16, should be int8 (input and output are int8)
%x = "test.op"() : () -> tensor<4xi16, #tfl.quant<0.25 : 7>>
%y = tfl.relu %x : (tensor<4xi16, #tfl.quant<0.25 : 7>>) -> tensor<4xi8, #tfl.quant<0.25 : -128>>

// -----

// CHECK: input is tensor<4xi8>, without a scale (input and output have one positive scale and a zero point of their type)
%x = "test.op"() : () -> tensor<4xi8>
%y = tfl.relu %x : (tensor<4xi8>) -> tensor<4xi8, #tfl.quant<0.25 : -128>>

// -----

// CHECK: input has scale 1073741824.0, output 0.5 (the input's scale is below 2^30 of the output's)
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<1.0737418e9 : 0>>
%y = tfl.relu %x : (tensor<4xi8, #tfl.quant<1.0737418e9 : 0>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
