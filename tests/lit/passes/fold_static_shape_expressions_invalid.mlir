// RUN: helia-opt %s --split-input-file --verify-diagnostics -p fold-static-shape-expressions | filecheck %s

// A computed shape that contradicts the model is refused by the rule that it breaks.
// CHECK: BROADCAST_TO: output 0 is tensor<3x2x4xi8>, should be tensor<2x4xi8>
func.func @main(%x: tensor<2x4xi8>) -> tensor<3x2x4xi8> {
  %dims = tfl.shape %x : (tensor<2x4xi8>) -> tensor<2xi32>
  %y = tfl.broadcast_to %x, %dims : (tensor<2x4xi8>, tensor<2xi32>) -> tensor<3x2x4xi8>
  func.return %y : tensor<3x2x4xi8>
}

// -----

// One that cannot be evaluated stays, to be refused as well.
// CHECK: GATHER: index 2, the axis has 2 entries (every index is one of the axis)
func.func @main(%x: tensor<2x4xi8>) -> tensor<i32> {
  %dims = tfl.shape %x : (tensor<2x4xi8>) -> tensor<2xi32>
  %rank = tfl.rank %x : (tensor<2x4xi8>) -> tensor<i32>
  %y = tfl.gather %dims, %rank : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  func.return %y : tensor<i32>
}
