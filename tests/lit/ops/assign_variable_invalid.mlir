// RUN: helia-opt %s -p lower-to-aot --split-input-file --verify-diagnostics | filecheck %s

// CHECK: it is given as int8 (the variable is given by its handle)
func.func @main(%x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) {
  tfl.assign_variable %x, %x : tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  func.return
}

// -----
// CHECK: the handle is carried by a loop, or given from outside (the handle is known at compile time)
func.func @main(%h: tensor<!tfl.resource>, %x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) {
  tfl.assign_variable %h, %x : tensor<!tfl.resource>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  func.return
}
