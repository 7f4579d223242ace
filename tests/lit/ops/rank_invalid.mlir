// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: output is int64, should be int32 (the output is int32)
%x = "test.op"() : () -> tensor<2x3xi8>
%y = tfl.rank %x : (tensor<2x3xi8>) -> tensor<i64>

// -----

// CHECK: output 0 is tensor<1xi32>, should be tensor<i32>
%x = "test.op"() : () -> tensor<2x3xi8>
%y = tfl.rank %x : (tensor<2x3xi8>) -> tensor<1xi32>

// -----

// CHECK: RANK: its int32 output is computed at run time, and it has no kernel for that (it is computed at compile time)
func.func @main(%x: tensor<2x3xi8>) -> tensor<i32> {
  %y = tfl.rank %x : (tensor<2x3xi8>) -> tensor<i32>
  func.return %y : tensor<i32>
}
