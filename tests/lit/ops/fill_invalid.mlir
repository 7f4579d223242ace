// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: value is int16, should be int8 (the value has the output's type, the dimensions are int32 or int64)
%dims = tfl.const dense<[2, 3]> : tensor<2xi32>
%x = "test.op"() : () -> tensor<i16>
%y = tfl.fill %dims, %x : (tensor<2xi32>, tensor<i16>) -> tensor<2x3xi8>

// -----

// CHECK: value is (2,) (the value is one element)
%dims = tfl.const dense<[2, 3]> : tensor<2xi32>
%x = "test.op"() : () -> tensor<2xi8>
%y = tfl.fill %dims, %x : (tensor<2xi32>, tensor<2xi8>) -> tensor<2x3xi8>

// -----

// CHECK: dimensions are (2, -3) (no dimension is negative)
%dims = tfl.const dense<[2, -3]> : tensor<2xi32>
%x = "test.op"() : () -> tensor<i8>
%y = tfl.fill %dims, %x : (tensor<2xi32>, tensor<i8>) -> tensor<2x3xi8>

// -----

// CHECK: output 0 is tensor<2x3xi8>, should be tensor<2x4xi8>
%dims = tfl.const dense<[2, 4]> : tensor<2xi32>
%x = "test.op"() : () -> tensor<i8>
%y = tfl.fill %dims, %x : (tensor<2xi32>, tensor<i8>) -> tensor<2x3xi8>

// -----

// CHECK: FILL: dims is computed at run time (the dimensions are known at compile time)
func.func @main(%dims: tensor<2xi32>, %x: tensor<i8>) -> tensor<2x3xi8> {
  %y = tfl.fill %dims, %x : (tensor<2xi32>, tensor<i8>) -> tensor<2x3xi8>
  func.return %y : tensor<2x3xi8>
}
