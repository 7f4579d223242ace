// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: input is int16, should be int8 or uint8 (input and output are int8 or uint8)
%x = "test.op"() : () -> tensor<4xi16, #tfl.quant<0.5 : 0>>
%y = tfl.lut %x table dense<0> : tensor<256xi8> : (tensor<4xi16, #tfl.quant<0.5 : 0>>) -> tensor<4xi8, #tfl.quant<0.5 : 0>>

// -----

// CHECK: the table is tensor<256xi16> (the table has 256 values of the output's type)
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<0.5 : 0>>
%y = tfl.lut %x table dense<0> : tensor<256xi16> : (tensor<4xi8, #tfl.quant<0.5 : 0>>) -> tensor<4xi8, #tfl.quant<0.5 : 0>>

// -----

// CHECK: output 0 is tensor<5xi8, #tfl.quant<0.5 : 0>>, should be tensor<4xi8, #tfl.quant<0.5 : 0>>
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<0.5 : 0>>
%y = tfl.lut %x table dense<0> : tensor<256xi8> : (tensor<4xi8, #tfl.quant<0.5 : 0>>) -> tensor<5xi8, #tfl.quant<0.5 : 0>>
