// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: output is int8, should be int32 or int64 (the output is int32 or int64)
%x = "test.op"() : () -> tensor<2x3xi8>
%y = tfl.shape %x : (tensor<2x3xi8>) -> tensor<2xi8>

// -----

// CHECK: output 0 is tensor<3xi32>, should be tensor<2xi32>
%x = "test.op"() : () -> tensor<2x3xi8>
%y = tfl.shape %x : (tensor<2x3xi8>) -> tensor<3xi32>

// -----

// CHECK: SHAPE: its int32 output is computed at run time, and it has no kernel for that (it is computed at compile time)
func.func @main(%x: tensor<2x3xi8>) -> tensor<2xi32> {
  %y = tfl.shape %x : (tensor<2x3xi8>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}
