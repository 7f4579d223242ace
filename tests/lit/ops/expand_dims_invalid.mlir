// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: output is int16, should be int8 (input and output have one element type, the axis is int32 or int64)
%x = "test.op"() : () -> tensor<2x3xi8>
%axis = tfl.const dense<1> : tensor<i32>
%y = tfl.expand_dims %x, %axis : (tensor<2x3xi8>, tensor<i32>) -> tensor<2x1x3xi16>

// -----

// CHECK: axis is (2,) (the axis is one element)
%x = "test.op"() : () -> tensor<2x3xi8>
%axis = tfl.const dense<1> : tensor<2xi32>
%y = tfl.expand_dims %x, %axis : (tensor<2x3xi8>, tensor<2xi32>) -> tensor<2x1x3xi8>

// -----

// CHECK: axis is 3, output has rank 3 (the axis is one of the output's)
%x = "test.op"() : () -> tensor<2x3xi8>
%axis = tfl.const dense<3> : tensor<i32>
%y = tfl.expand_dims %x, %axis : (tensor<2x3xi8>, tensor<i32>) -> tensor<2x1x3xi8>

// -----

// CHECK: output 0 is tensor<2x1x3xi8>, should be tensor<2x3x1xi8>
%x = "test.op"() : () -> tensor<2x3xi8>
%axis = tfl.const dense<2> : tensor<i32>
%y = tfl.expand_dims %x, %axis : (tensor<2x3xi8>, tensor<i32>) -> tensor<2x1x3xi8>

// -----

// CHECK: EXPAND_DIMS: axis is computed at run time (the axis is known at compile time)
func.func @main(%x: tensor<2x3xi8>, %axis: tensor<i32>) -> tensor<2x1x3xi8> {
  %y = tfl.expand_dims %x, %axis : (tensor<2x3xi8>, tensor<i32>) -> tensor<2x1x3xi8>
  func.return %y : tensor<2x1x3xi8>
}
