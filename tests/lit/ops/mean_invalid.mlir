// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: input is int16, should be int8 (input and output are int8, the axes int32)
%x = "test.op"() : () -> tensor<2x4x5x3xi16, #tfl.quant<0.5 : 0>>
%a = tfl.const dense<[1, 2]> : tensor<2xi32>
%y = tfl.mean %x, %a : (tensor<2x4x5x3xi16, #tfl.quant<0.5 : 0>>, tensor<2xi32>) -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>

// -----

// CHECK: output is tensor<2x3xi8>, without a scale (input and output have one positive scale and a zero point of their type)
%x = "test.op"() : () -> tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>
%a = tfl.const dense<[1, 2]> : tensor<2xi32>
%y = tfl.mean %x, %a : (tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>, tensor<2xi32>) -> tensor<2x3xi8>

// -----

// CHECK: axis is computed at run time (the axes are constant)
%x = "test.op"() : () -> tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>
%a = "test.op"() : () -> tensor<2xi32>
%y = tfl.mean %x, %a : (tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>, tensor<2xi32>) -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>

// -----

// CHECK: axes are (1, 4), rank is 4 (every axis is one of the input's)
%x = "test.op"() : () -> tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>
%a = tfl.const dense<[1, 4]> : tensor<2xi32>
%y = tfl.mean %x, %a : (tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>, tensor<2xi32>) -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>

// -----

// CHECK: input is (2, 2, 2, 2, 2, 2, 2), axes are (0, 2, 4, 6) (kept and reduced axes make at most 3 groups of neighbours each)
%x = "test.op"() : () -> tensor<2x2x2x2x2x2x2xi8, #tfl.quant<0.5 : 0>>
%a = tfl.const dense<[0, 2, 4, 6]> : tensor<4xi32>
%y = tfl.mean %x, %a : (tensor<2x2x2x2x2x2x2xi8, #tfl.quant<0.5 : 0>>, tensor<4xi32>) -> tensor<2x2x2xi8, #tfl.quant<0.5 : 0>>

// -----

// CHECK: a mean is of 0 elements (a mean is of 1 to 8388608 elements)
%x = "test.op"() : () -> tensor<2x0x5x3xi8, #tfl.quant<0.5 : 0>>
%a = tfl.const dense<[1, 2]> : tensor<2xi32>
%y = tfl.mean %x, %a : (tensor<2x0x5x3xi8, #tfl.quant<0.5 : 0>>, tensor<2xi32>) -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>

// -----

// CHECK: input has scale 1099511627776.0, output 0.5 (the effective scale of the sum is below 2^30)
%x = "test.op"() : () -> tensor<2x4x5x3xi8, #tfl.quant<1.0995116e12 : 0>>
%a = tfl.const dense<[1, 2]> : tensor<2xi32>
%y = tfl.mean %x, %a : (tensor<2x4x5x3xi8, #tfl.quant<1.0995116e12 : 0>>, tensor<2xi32>) -> tensor<2x3xi8, #tfl.quant<0.5 : 0>>

// -----

// CHECK: output 0 is tensor<2x4x5x3xi8
%x = "test.op"() : () -> tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>
%a = tfl.const dense<[1, 2]> : tensor<2xi32>
%y = tfl.mean %x, %a : (tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>, tensor<2xi32>) -> tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>
