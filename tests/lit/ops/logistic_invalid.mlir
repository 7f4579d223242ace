// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: input is int16, should be int8 (input and output are int8)
%x = "test.op"() : () -> tensor<4xi16, #tfl.quant<0.25 : 7>>
%y = tfl.logistic %x : (tensor<4xi16, #tfl.quant<0.25 : 7>>) -> tensor<4xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: input is tensor<4xi8>, without a scale (input and output have one positive scale and a zero point of their type)
%x = "test.op"() : () -> tensor<4xi8>
%y = tfl.logistic %x : (tensor<4xi8>) -> tensor<4xi8, #tfl.quant<0.00390625 : -128>>

// -----

// CHECK: output has scale 0.5 and zero point -3 (the output has scale 1/256 and zero point -128)
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<0.5 : -3>>
%y = tfl.logistic %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>

// -----

// CHECK: input has scale 9.313225746154785e-10 (the input's scale is at least 2^-28)
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<9.313226e-10 : 0>>
%y = tfl.logistic %x : (tensor<4xi8, #tfl.quant<9.313226e-10 : 0>>) -> tensor<4xi8, #tfl.quant<0.00390625 : -128>>
