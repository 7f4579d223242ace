// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: rhs is int32, should be int8 (lhs, rhs and output are all int8, int32 or int64)
%a = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2xi32>
%y = tfl.mul %a, %b : (tensor<2xi8, #tfl.quant<0.5 : 1>>, tensor<2xi32>) -> tensor<2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: lhs is (3,), rhs is (2,) (the inputs' shapes are broadcast to one)
%a = "test.op"() : () -> tensor<3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.mul %a, %b : (tensor<3xi8, #tfl.quant<0.5 : 1>>, tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<3xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: 7 loops (broadcasting takes at most 6 loops)
%a = "test.op"() : () -> tensor<2x1x2x1x2x1x2xi8, #tfl.quant<0.5 : 0>>
%b = "test.op"() : () -> tensor<1x2x1x2x1x2x1xi8, #tfl.quant<0.5 : 0>>
%y = tfl.mul %a, %b : (tensor<2x1x2x1x2x1x2xi8, #tfl.quant<0.5 : 0>>, tensor<1x2x1x2x1x2x1xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x2x2x2x2x2x2xi8, #tfl.quant<0.5 : 0>>

// -----

// CHECK: rhs is tensor<2xi8>, without a scale (quantized tensors have one positive scale and a zero point of their type)
%a = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2xi8>
%y = tfl.mul %a, %b : (tensor<2xi8, #tfl.quant<0.5 : 1>>, tensor<2xi8>) -> tensor<2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: fused activation TANH is not a clamp (the fused activation is a clamp)
%a = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.mul %a, %a then tanh : (tensor<2xi8, #tfl.quant<0.5 : 1>>, tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: clamp is [9, -5] (a clamp is two values of the output's type in their order)
%a = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.mul %a, %a clamp [9, -5] : (tensor<2xi8, #tfl.quant<0.5 : 1>>, tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: output has scale 9.99{{.*}}e-21, inputs have (0.5, 0.5) (the product of the input scales is below the output's scale times 2^30)
%a = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.mul %a, %a : (tensor<2xi8, #tfl.quant<0.5 : 1>>, tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2xi8, #tfl.quant<1.0e-20 : 1>>

// -----

// CHECK: output 0 is tensor<3xi8
%a = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.mul %a, %a : (tensor<2xi8, #tfl.quant<0.5 : 1>>, tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<3xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: MUL: its int32 output is computed at run time, and it has no kernel for that (int32 and int64 are computed at compile time)
func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %y = tfl.mul %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}
