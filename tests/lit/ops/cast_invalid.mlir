// RUN: helia-opt %s --split-input-file --verify-diagnostics -p lower-to-aot | filecheck %s

// CHECK: input is float32, should be bool or int8 or uint8 or int16 or uint16 or int32 or uint32 or int64 (input and output are integers or bool)
%x = "test.op"() : () -> tensor<2xf32>
%y = tfl.cast %x : (tensor<2xf32>) -> tensor<2xi32>

// -----

// CHECK: output 0 is tensor<3xi64>, should be tensor<2xi64>
%x = "test.op"() : () -> tensor<2xi32>
%y = tfl.cast %x : (tensor<2xi32>) -> tensor<3xi64>

// -----

// CHECK: CAST: its int64 output is computed at run time, and it has no kernel for that (it is computed at compile time)
func.func @main(%x: tensor<2xi32>) -> tensor<2xi64> {
  %y = tfl.cast %x : (tensor<2xi32>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}
