// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: input is int16, should be int8 (input and output are int8, the paddings int32 or int64)
%x = "test.op"() : () -> tensor<1x4x4x3xi16, #tfl.quant<0.5 : 0>>
%p = tfl.const dense<[[0, 0], [1, 1], [1, 2], [0, 0]]> : tensor<4x2xi32>
%y = tfl.pad %x, %p : (tensor<1x4x4x3xi16, #tfl.quant<0.5 : 0>>, tensor<4x2xi32>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>

// -----

// CHECK: input is tensor<1x4x4x3xi8>, without a scale (input and output have one positive scale and a zero point of their type)
%x = "test.op"() : () -> tensor<1x4x4x3xi8>
%p = tfl.const dense<[[0, 0], [1, 1], [1, 2], [0, 0]]> : tensor<4x2xi32>
%y = tfl.pad %x, %p : (tensor<1x4x4x3xi8>, tensor<4x2xi32>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>

// -----

// CHECK: input has rank 4, paddings are (3, 2) (the rank is 1 to 6, with one pair of paddings per axis)
%x = "test.op"() : () -> tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>
%p = tfl.const dense<[[0, 0], [1, 1], [1, 2]]> : tensor<3x2xi32>
%y = tfl.pad %x, %p : (tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>, tensor<3x2xi32>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>

// -----

// CHECK: paddings are ((1, 0, 0), (4, -1, 1), (4, 1, 2), (3, 0, 0)) (no padding is negative)
%x = "test.op"() : () -> tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>
%p = tfl.const dense<[[0, 0], [-1, 1], [1, 2], [0, 0]]> : tensor<4x2xi32>
%y = tfl.pad %x, %p : (tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>, tensor<4x2xi32>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>

// -----

// CHECK: output 0 is tensor<1x6x6x3xi8
%x = "test.op"() : () -> tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>
%p = tfl.const dense<[[0, 0], [1, 1], [1, 2], [0, 0]]> : tensor<4x2xi32>
%y = tfl.pad %x, %p : (tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>, tensor<4x2xi32>) -> tensor<1x6x6x3xi8, #tfl.quant<0.5 : -5>>

// -----

// CHECK: PAD: paddings is computed at run time (the paddings are known at compile time)
func.func @main(%x: tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>, %p: tensor<4x2xi32>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>> {
  %y = tfl.pad %x, %p : (tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>, tensor<4x2xi32>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>
  func.return %y : tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>
}
