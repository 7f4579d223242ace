// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: rhs is int16, should be int8 (lhs, rhs and output are all int8, int16, float32, int32 or int64)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
%b = "test.op"() : () -> tensor<2x3xi16, #tfl.quant<0.5 : 0>>
%y = tfl.add %a, %b : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi16, #tfl.quant<0.5 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>

// -----

// CHECK: rhs is tensor<2x3xi8>, without a scale (quantized tensors have one positive scale and a zero point of their type)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
%b = "test.op"() : () -> tensor<2x3xi8>
%y = tfl.add %a, %b : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>

// -----

// CHECK: rhs has scale 0.0 (quantized tensors have one positive scale and a zero point of their type)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
%b = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.0 : 0>>
%y = tfl.add %a, %b : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.0 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>

// -----

// CHECK: output has zero point 128 (quantized tensors have one positive scale and a zero point of their type)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
%b = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>
%y = tfl.add %a, %b : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.25 : 4>>) -> tensor<2x3xi8, #tfl.quant<0.5 : 128>>

// -----

// CHECK: fused activation TANH is not a clamp (the fused activation is a clamp)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
%b = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>
%y = tfl.add %a, %b then tanh : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.25 : 4>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>

// -----

// CHECK: lhs is (2, 3), rhs is (2,) (the inputs' shapes are broadcast to one)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
%b = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 0>>
%y = tfl.add %a, %b : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>

// -----

// CHECK: lhs is (2, 1, 2, 1, 2, 1, 2), rhs is (1, 2, 1, 2, 1, 2, 1): 7 loops (broadcasting takes at most 6 loops)
%a = "test.op"() : () -> tensor<2x1x2x1x2x1x2xi8, #tfl.quant<0.5 : 0>>
%b = "test.op"() : () -> tensor<1x2x1x2x1x2x1xi8, #tfl.quant<0.5 : 0>>
%y = tfl.add %a, %b : (tensor<2x1x2x1x2x1x2xi8, #tfl.quant<0.5 : 0>>, tensor<1x2x1x2x1x2x1xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x2x2x2x2x2x2xi8, #tfl.quant<0.5 : 0>>

// -----

// CHECK: output has scale 4.76837158203125e-07, inputs have (0.5, 0.25) (the output's scale is above the larger input scale / 2^19)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
%b = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>
%y = tfl.add %a, %b : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.25 : 4>>) -> tensor<2x3xi8, #tfl.quant<4.7683716e-07 : 0>>

// -----

// CHECK: output 0 is tensor<3x2xi8
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
%b = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>
%y = tfl.add %a, %b : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.25 : 4>>) -> tensor<3x2xi8, #tfl.quant<0.5 : 0>>

// -----

// CHECK: clamp is [0, 1, 2] (a clamp is two values of the output's type in their order)
%x = "test.op"() : () -> tensor<4xi8, #tfl.quant<0.5 : 1>>
%y = tfl.add %x, %x clamp [0, 1, 2] : (tensor<4xi8, #tfl.quant<0.5 : 1>>, tensor<4xi8, #tfl.quant<0.5 : 1>>) -> tensor<4xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: ADD: its int64 output is computed at run time, and it has no kernel for that (int32 and int64 are computed at compile time)
func.func @main(%a: tensor<2xi64>) -> tensor<2xi64> {
  %y = tfl.add %a, %a : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

// -----

// CHECK: rhs has zero point 7 (int16 tensors have zero point 0)
%a = "test.op"() : () -> tensor<2xi16, #tfl.quant<0.5 : 0>>
%b = "test.op"() : () -> tensor<2xi16, #tfl.quant<0.5 : 7>>
%c = tfl.add %a, %b : (tensor<2xi16, #tfl.quant<0.5 : 0>>, tensor<2xi16, #tfl.quant<0.5 : 7>>) -> tensor<2xi16, #tfl.quant<0.5 : 0>>

// -----

// CHECK: output has scale 1.52587890625e-05, inputs have (0.5, 0.5) (the output's scale is above the larger input scale / 2^14)
%a = "test.op"() : () -> tensor<2xi16, #tfl.quant<0.5 : 0>>
%b = "test.op"() : () -> tensor<2xi16, #tfl.quant<0.5 : 0>>
%c = tfl.add %a, %b : (tensor<2xi16, #tfl.quant<0.5 : 0>>, tensor<2xi16, #tfl.quant<0.5 : 0>>) -> tensor<2xi16, #tfl.quant<0.0000152587890625 : 0>>
