// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: lhs is int8, should be int32 or int64 (lhs, rhs and output are all int32 or int64)
%a = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.sub %a, %a : (tensor<2xi8, #tfl.quant<0.5 : 1>>, tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: lhs is (3,), rhs is (2,) (the inputs' shapes are broadcast to one)
%a = "test.op"() : () -> tensor<3xi32>
%b = "test.op"() : () -> tensor<2xi32>
%y = tfl.sub %a, %b : (tensor<3xi32>, tensor<2xi32>) -> tensor<3xi32>

// -----

// CHECK: fused activation TANH is not a clamp (the fused activation is a clamp)
%a = "test.op"() : () -> tensor<2xi32>
%y = tfl.sub %a, %a then tanh : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>

// -----

// CHECK: 7 loops (broadcasting takes at most 6 loops)
%a = "test.op"() : () -> tensor<2x1x2x1x2x1x2xi32>
%b = "test.op"() : () -> tensor<1x2x1x2x1x2x1xi32>
%y = tfl.sub %a, %b : (tensor<2x1x2x1x2x1x2xi32>, tensor<1x2x1x2x1x2x1xi32>) -> tensor<2x2x2x2x2x2x2xi32>

// -----

// CHECK: clamp is [9, -5] (a clamp is two values of the output's type in their order)
%a = "test.op"() : () -> tensor<2xi32>
%y = tfl.sub %a, %a clamp [9, -5] : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>

// -----

// CHECK: output 0 is tensor<3xi32>, should be tensor<2xi32>
%a = "test.op"() : () -> tensor<2xi32>
%y = tfl.sub %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>

// -----

// CHECK: SUB: its int32 output is computed at run time, and it has no kernel for that (int32 and int64 are computed at compile time)
func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %y = tfl.sub %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}
