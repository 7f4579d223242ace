// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: lhs is int16, should be int8 or int32 or int64 (lhs, rhs and output are all int8, int32 or int64)
%a = "test.op"() : () -> tensor<2xi16>
%y = tfl.minimum %a, %a : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>

// -----

// CHECK: lhs is (3,), rhs is (2,) (the inputs' shapes are broadcast to one)
%a = "test.op"() : () -> tensor<3xi8>
%b = "test.op"() : () -> tensor<2xi8>
%y = tfl.minimum %a, %b : (tensor<3xi8>, tensor<2xi8>) -> tensor<3xi8>

// -----

// CHECK: 7 loops (broadcasting takes at most 6 loops)
%a = "test.op"() : () -> tensor<2x1x2x1x2x1x2xi8>
%b = "test.op"() : () -> tensor<1x2x1x2x1x2x1xi8>
%y = tfl.minimum %a, %b : (tensor<2x1x2x1x2x1x2xi8>, tensor<1x2x1x2x1x2x1xi8>) -> tensor<2x2x2x2x2x2x2xi8>

// -----

// CHECK: output 0 is tensor<3xi8>, should be tensor<2xi8>
%a = "test.op"() : () -> tensor<2xi8>
%y = tfl.minimum %a, %a : (tensor<2xi8>, tensor<2xi8>) -> tensor<3xi8>

// -----

// CHECK: MINIMUM: its int64 output is computed at run time, and it has no kernel for that (int32 and int64 are computed at compile time)
func.func @main(%a: tensor<2xi64>) -> tensor<2xi64> {
  %y = tfl.minimum %a, %a : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}
