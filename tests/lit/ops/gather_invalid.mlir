// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: indices is int8, should be int32 or int64 (input and output have one element type, the indices are int32 or int64)
%x = "test.op"() : () -> tensor<5x3xi8>
%at = tfl.const dense<[4, 0]> : tensor<2xi8>
%y = tfl.gather %x, %at : (tensor<5x3xi8>, tensor<2xi8>) -> tensor<2x3xi8>

// -----

// CHECK: axis is 2, input has rank 2 (the axis is one of the input's)
%x = "test.op"() : () -> tensor<5x3xi8>
%at = tfl.const dense<[4, 0]> : tensor<2xi32>
%y = tfl.gather %x, %at axis 2 : (tensor<5x3xi8>, tensor<2xi32>) -> tensor<2x3xi8>

// -----

// CHECK: input is (5, 3), indices are (2,), batch_dims is 1 (the batch axes stand before the axis and agree in input and indices)
%x = "test.op"() : () -> tensor<5x3xi8>
%at = tfl.const dense<[1, 0]> : tensor<2xi32>
%y = tfl.gather %x, %at axis 1 batch_dims 1 : (tensor<5x3xi8>, tensor<2xi32>) -> tensor<2x3xi8>

// -----

// CHECK: index 5, the axis has 5 entries (every index is one of the axis)
%x = "test.op"() : () -> tensor<5x3xi8>
%at = tfl.const dense<[5, 0]> : tensor<2xi32>
%y = tfl.gather %x, %at : (tensor<5x3xi8>, tensor<2xi32>) -> tensor<2x3xi8>

// -----

// CHECK: output 0 is tensor<3x3xi8>, should be tensor<2x3xi8>
%x = "test.op"() : () -> tensor<5x3xi8>
%at = tfl.const dense<[4, 0]> : tensor<2xi32>
%y = tfl.gather %x, %at : (tensor<5x3xi8>, tensor<2xi32>) -> tensor<3x3xi8>

// -----

// CHECK: GATHER: indices is computed at run time (the indices are known at compile time)
func.func @main(%x: tensor<5x3xi8>, %at: tensor<2xi32>) -> tensor<2x3xi8> {
  %y = tfl.gather %x, %at : (tensor<5x3xi8>, tensor<2xi32>) -> tensor<2x3xi8>
  func.return %y : tensor<2x3xi8>
}
