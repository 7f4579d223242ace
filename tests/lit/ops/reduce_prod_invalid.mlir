// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: output is int64, should be int32 (input and output are both int32 or both int64, the axes int32)
%x = "test.op"() : () -> tensor<3xi32>
%axis = tfl.const dense<0> : tensor<1xi32>
%y = tfl.reduce_prod %x, %axis : (tensor<3xi32>, tensor<1xi32>) -> tensor<i64>

// -----

// CHECK: axes are (1,), rank is 1 (every axis is one of the input's)
%x = "test.op"() : () -> tensor<3xi32>
%axis = tfl.const dense<1> : tensor<1xi32>
%y = tfl.reduce_prod %x, %axis : (tensor<3xi32>, tensor<1xi32>) -> tensor<i32>

// -----

// CHECK: output 0 is tensor<1xi32>, should be tensor<i32>
%x = "test.op"() : () -> tensor<3xi32>
%axis = tfl.const dense<0> : tensor<1xi32>
%y = tfl.reduce_prod %x, %axis : (tensor<3xi32>, tensor<1xi32>) -> tensor<1xi32>

// -----

// CHECK: REDUCE_PROD: its int32 output is computed at run time, and it has no kernel for that (it is computed at compile time)
func.func @main(%x: tensor<3xi32>) -> tensor<i32> {
  %axis = tfl.const dense<0> : tensor<1xi32>
  %y = tfl.reduce_prod %x, %axis : (tensor<3xi32>, tensor<1xi32>) -> tensor<i32>
  func.return %y : tensor<i32>
}
