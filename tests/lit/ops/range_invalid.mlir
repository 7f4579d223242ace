// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: limit is int64, should be int32 (inputs and output are all int32 or all int64)
%a = "test.op"() : () -> tensor<i32>
%b = "test.op"() : () -> tensor<i64>
%y = tfl.range %a, %b, %a : (tensor<i32>, tensor<i64>, tensor<i32>) -> tensor<3xi32>

// -----

// CHECK: shapes are [(), (2,), ()] (every input is one element)
%a = "test.op"() : () -> tensor<i32>
%b = "test.op"() : () -> tensor<2xi32>
%y = tfl.range %a, %b, %a : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<3xi32>

// -----

// CHECK: start is 5, limit is 0, delta is 1 (the steps lead from the start to the limit)
%a = tfl.const dense<5> : tensor<i32>
%b = tfl.const dense<0> : tensor<i32>
%c = tfl.const dense<1> : tensor<i32>
%y = tfl.range %a, %b, %c : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>

// -----

// CHECK: output 0 is tensor<3xi32>, should be tensor<5xi32>
%a = tfl.const dense<5> : tensor<i32>
%b = tfl.const dense<0> : tensor<i32>
%c = tfl.const dense<-1> : tensor<i32>
%y = tfl.range %a, %b, %c : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>

// -----

// CHECK: RANGE: its int32 output is computed at run time, and it has no kernel for that (it is computed at compile time)
func.func @main(%a: tensor<i32>) -> tensor<3xi32> {
  %y = tfl.range %a, %a, %a : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  func.return %y : tensor<3xi32>
}
