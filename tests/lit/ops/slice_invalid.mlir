// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: output is int16, should be int8 (input and output have one element type, begin and size are int32 or int64)
%x = "test.op"() : () -> tensor<8xi8>
%one = tfl.const dense<1> : tensor<1xi32>
%y = tfl.slice %x, %one, %one : (tensor<8xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi16>

// -----

// CHECK: input is (8, 3), begin is (1,), size is (1,) (begin and size have one element per axis)
%x = "test.op"() : () -> tensor<8x3xi8>
%one = tfl.const dense<1> : tensor<1xi32>
%y = tfl.slice %x, %one, %one : (tensor<8x3xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<1x3xi8>

// -----

// CHECK: input is (8,), begin is (5,), size is (4,) (the box lies inside the input)
%x = "test.op"() : () -> tensor<8xi8>
%begin = tfl.const dense<5> : tensor<1xi32>
%size = tfl.const dense<4> : tensor<1xi32>
%y = tfl.slice %x, %begin, %size : (tensor<8xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi8>

// -----

// CHECK: output 0 is tensor<3xi8>, should be tensor<1xi8>
%x = "test.op"() : () -> tensor<8xi8>
%one = tfl.const dense<1> : tensor<1xi32>
%y = tfl.slice %x, %one, %one : (tensor<8xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi8>

// -----

// CHECK: SLICE: begin is computed at run time (begin and size are known at compile time)
func.func @main(%x: tensor<8xi8>, %begin: tensor<1xi32>) -> tensor<3xi8> {
  %size = tfl.const dense<3> : tensor<1xi32>
  %y = tfl.slice %x, %begin, %size : (tensor<8xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi8>
  func.return %y : tensor<3xi8>
}

// -----

// CHECK: 7 loops (moving the elements takes at most 6 loops)
func.func @main(%x: tensor<4x4x4x4x4x4x4x4xi8>) -> tensor<2x2x2x2x2x2x2x2xi8> {
  %begin = tfl.const dense<1> : tensor<8xi32>
  %size = tfl.const dense<2> : tensor<8xi32>
  %y = tfl.slice %x, %begin, %size : (tensor<4x4x4x4x4x4x4x4xi8>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x2x2x2x2x2x2x2xi8>
  func.return %y : tensor<2x2x2x2x2x2x2x2xi8>
}
