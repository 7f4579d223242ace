// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: output is uint8, should be int8 or int16 or int32 (float32 to int8, int16, uint8; integers as TFLM pairs them)
%x = "test.op"() : () -> tensor<4xi16, #tfl.quant<0.25 : 7>>
%y = tfl.quantize %x : (tensor<4xi16, #tfl.quant<0.25 : 7>>) -> tensor<4xui8, #tfl.quant<0.5 : 125>>

// -----

// CHECK: output is tensor<4xi8>, without a scale (an integer input and the output have one positive scale and a zero point of their type)
%x = "test.op"() : () -> tensor<4xf32>
%y = tfl.quantize %x : (tensor<4xf32>) -> tensor<4xi8>

// -----

// CHECK: input is tensor<4xi8>, without a scale (an integer input and the output have one positive scale and a zero point of their type)
%x = "test.op"() : () -> tensor<4xi8>
%y = tfl.quantize %x : (tensor<4xi8>) -> tensor<4xi16, #tfl.quant<0.25 : 7>>

// -----

// CHECK: input has scale 1073741824.0, output 0.25 (the input's scale is below 2^30 of the output's)
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<1.0737418e9 : 0>>
%y = tfl.quantize %x : (tensor<4xi8, #tfl.quant<1.0737418e9 : 0>>) -> tensor<4xi16, #tfl.quant<0.25 : 7>>
