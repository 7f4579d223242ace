// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: shape is int8, should be int32 or int64 (input and output have one element type, the shape is int32 or int64)
%x = "test.op"() : () -> tensor<3xi8>
%dims = tfl.const dense<[2, 3]> : tensor<2xi8>
%y = tfl.broadcast_to %x, %dims : (tensor<3xi8>, tensor<2xi8>) -> tensor<2x3xi8>

// -----

// CHECK: input is (3,), new shape is (2, 4) (the input's shape stretches to the new one)
%x = "test.op"() : () -> tensor<3xi8>
%dims = tfl.const dense<[2, 4]> : tensor<2xi32>
%y = tfl.broadcast_to %x, %dims : (tensor<3xi8>, tensor<2xi32>) -> tensor<2x4xi8>

// -----

// CHECK: output 0 is tensor<2x4xi8>, should be tensor<2x3xi8>
%x = "test.op"() : () -> tensor<3xi8>
%dims = tfl.const dense<[2, 3]> : tensor<2xi32>
%y = tfl.broadcast_to %x, %dims : (tensor<3xi8>, tensor<2xi32>) -> tensor<2x4xi8>

// -----

// CHECK: BROADCAST_TO: shape is computed at run time (the shape is known at compile time)
func.func @main(%dims: tensor<2xi32>, %x: tensor<3xi8>) -> tensor<2x3xi8> {
  %y = tfl.broadcast_to %x, %dims : (tensor<3xi8>, tensor<2xi32>) -> tensor<2x3xi8>
  func.return %y : tensor<2x3xi8>
}

// -----

// CHECK: BROADCAST_TO: output is (2, 2, 2, 2, 2, 2, 2, 2): 8 loops (moving the elements takes at most 6 loops)
func.func @main(%x: tensor<2x1x2x1x2x1x2x1xi8>) -> tensor<2x2x2x2x2x2x2x2xi8> {
  %dims = tfl.const dense<2> : tensor<8xi32>
  %y = tfl.broadcast_to %x, %dims : (tensor<2x1x2x1x2x1x2x1xi8>, tensor<8xi32>) -> tensor<2x2x2x2x2x2x2x2xi8>
  func.return %y : tensor<2x2x2x2x2x2x2x2xi8>
}
