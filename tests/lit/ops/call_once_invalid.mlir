// RUN: helia-opt %s -p lower-to-aot --split-input-file --verify-diagnostics | filecheck %s

// CHECK: it runs {{.*}} (what it assigns is constant)
func.func @main(%x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) {
  tfl.call_once {
    %g = tfl.var_handle "v" : tensor<!tfl.resource>
    tfl.assign_variable %g, %x : tensor<!tfl.resource>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
    tfl.yield
  }
  func.return
}

// -----
// CHECK: stands before it (it stands in the model itself, before all that reads and assigns)
func.func @main(%x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) {
  %h = tfl.var_handle "v" : tensor<!tfl.resource>
  tfl.assign_variable %h, %x : tensor<!tfl.resource>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  tfl.call_once {
    tfl.yield
  }
  func.return
}
