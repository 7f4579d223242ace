// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: begin is int16, should be int32 or int64 (input and output have one element type, begin, end and strides are int32 or int64)
%x = "test.op"() : () -> tensor<8xi8>
%one = tfl.const dense<1> : tensor<1xi32>
%begin = tfl.const dense<1> : tensor<1xi16>
%y = tfl.strided_slice %x[%begin, %one, %one] : (tensor<8xi8>, tensor<1xi16>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi8>

// -----

// CHECK: begin, end and strides are [(1,), (2,), (1,)] (begin, end and strides have one element per entry)
%x = "test.op"() : () -> tensor<8x3xi8>
%one = tfl.const dense<1> : tensor<1xi32>
%two = tfl.const dense<2> : tensor<2xi32>
%y = tfl.strided_slice %x[%one, %two, %one] : (tensor<8x3xi8>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<1x3xi8>

// -----

// CHECK: input is (8,), entries are a range, a range (there are no more entries than axes, and at most one ellipsis)
%x = "test.op"() : () -> tensor<8xi8>
%two = tfl.const dense<2> : tensor<2xi32>
%y = tfl.strided_slice %x[%two, %two, %two] : (tensor<8xi8>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1xi8>

// -----

// CHECK: strides are (0,) (no stride is 0, and one element is picked with a positive stride)
%x = "test.op"() : () -> tensor<8xi8>
%one = tfl.const dense<1> : tensor<1xi32>
%zero = tfl.const dense<0> : tensor<1xi32>
%y = tfl.strided_slice %x[%one, %one, %zero] : (tensor<8xi8>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi8>

// -----

// CHECK: element 8 of 8 (one element is picked from inside its axis)
%x = "test.op"() : () -> tensor<8xi8>
%one = tfl.const dense<1> : tensor<1xi32>
%eight = tfl.const dense<8> : tensor<1xi32>
%y = tfl.strided_slice %x[%eight, %one, %one] shrink_axis_mask 1 : (tensor<8xi8>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i8>

// -----

// CHECK: output 0 is tensor<3xi8>, should be tensor<7xi8>
%x = "test.op"() : () -> tensor<8xi8>
%one = tfl.const dense<1> : tensor<1xi32>
%eight = tfl.const dense<8> : tensor<1xi32>
%y = tfl.strided_slice %x[%one, %eight, %one] : (tensor<8xi8>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi8>

// -----

// CHECK: STRIDED_SLICE: begin is computed at run time (begin, end and strides are known at compile time)
func.func @main(%x: tensor<8xi8>, %begin: tensor<1xi32>) -> tensor<3xi8> {
  %one = tfl.const dense<1> : tensor<1xi32>
  %y = tfl.strided_slice %x[%begin, %one, %one] : (tensor<8xi8>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi8>
  func.return %y : tensor<3xi8>
}

// -----

// CHECK: 8 loops (moving the elements takes at most 6 loops)
func.func @main(%x: tensor<4x4x4x4x4x4x4x4xi8>) -> tensor<2x2x2x2x2x2x2x2xi8> {
  %zero = tfl.const dense<0> : tensor<8xi32>
  %four = tfl.const dense<4> : tensor<8xi32>
  %two = tfl.const dense<2> : tensor<8xi32>
  %y = tfl.strided_slice %x[%zero, %four, %two] : (tensor<4x4x4x4x4x4x4x4xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x2x2x2x2x2x2x2xi8>
  func.return %y : tensor<2x2x2x2x2x2x2x2xi8>
}
