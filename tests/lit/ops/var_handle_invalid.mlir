// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: output is int8 (the output is a handle)
func.func @main() {
  %h = tfl.var_handle "a" : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  func.return
}
