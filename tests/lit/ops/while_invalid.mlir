// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: the body gives tensor<1xi1>, should be tensor<1x4xi8{{.*}}(the carried values keep their types)
func.func @main(%c: tensor<1xi1>, %x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.while %x : tensor<1x4xi8, #tfl.quant<0.5 : -3>> -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> cond {
  ^bb0(%a: tensor<1x4xi8, #tfl.quant<0.5 : -3>>):
    tfl.yield %c : tensor<1xi1>
  } do {
  ^bb1(%b: tensor<1x4xi8, #tfl.quant<0.5 : -3>>):
    tfl.yield %c : tensor<1xi1>
  }
  func.return %y : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
}

// -----
// CHECK: it gives 2 values (the condition gives one bool)
func.func @main(%c: tensor<1xi1>, %x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.while %x : tensor<1x4xi8, #tfl.quant<0.5 : -3>> -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> cond {
  ^bb0(%a: tensor<1x4xi8, #tfl.quant<0.5 : -3>>):
    tfl.yield %c, %c : tensor<1xi1>, tensor<1xi1>
  } do {
  ^bb1(%b: tensor<1x4xi8, #tfl.quant<0.5 : -3>>):
    tfl.yield %b : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  }
  func.return %y : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
}
