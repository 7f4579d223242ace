// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: it is tensor<1x4xi8{{.*}}(the condition is one bool)
func.func @main(%x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.if %x : tensor<1x4xi8, #tfl.quant<0.5 : -3>> -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> then {
    tfl.yield %x : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  } else {
    tfl.yield %x : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  }
  func.return %y : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
}

// -----
// CHECK: the else block yields nothing, should be tensor<1x4xi8{{.*}}(both branches give what the results are)
func.func @main(%c: tensor<1xi1>, %x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.if %c : tensor<1xi1> -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> then {
    tfl.yield %x : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  } else {
    tfl.yield
  }
  func.return %y : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
}
