// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: input is int32, should be int8 or int16 or uint8 (the input is int8, int16 or uint8, the output float32)
%x = "test.op"() : () -> tensor<4xi32, #tfl.quant<0.5 : 0>>
%y = tfl.dequantize %x : (tensor<4xi32, #tfl.quant<0.5 : 0>>) -> tensor<4xf32>

// -----

// CHECK: input is tensor<4xi8>, without a scale (the input is quantized, per channel only as int8)
%x = "test.op"() : () -> tensor<4xi8>
%y = tfl.dequantize %x : (tensor<4xi8>) -> tensor<4xf32>

// -----

// CHECK: input is int16 with 2 scales (the input is quantized, per channel only as int8)
%x = tfl.const dense<1> : tensor<2xi16> quant <[0.5, 0.25] : [0, 0], axis 0>
%y = tfl.dequantize %x : (tensor<2xi16>) -> tensor<2xf32>

// -----

// CHECK: input has zero point 128 (zero points are values of the input's type)
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<0.5 : 128>>
%y = tfl.dequantize %x : (tensor<4xi8, #tfl.quant<0.5 : 128>>) -> tensor<4xf32>

// -----

// CHECK: input is (3,), with 2 scales along axis 0 (per-channel scales are as many as their axis is long)
%x = tfl.const dense<1> : tensor<3xi8> quant <[0.5, 0.25] : [0, 0], axis 0>
%y = tfl.dequantize %x : (tensor<3xi8>) -> tensor<3xf32>

// -----

// CHECK: output 0 is tensor<5xf32>, should be tensor<4xf32>
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<0.5 : -3>>
%y = tfl.dequantize %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<5xf32>
