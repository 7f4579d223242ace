// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p fold-static-shape-expressions | filecheck %s --check-prefix=FOLDED

// CHECK: tfl.shape %x :
// FOLDED: tfl.const dense<[1, 49, 10]> : tensor<3xi64>
// FOLDED-NOT: tfl.shape
func.func @main(%x: tensor<1x49x10xi8, #tfl.quant<0.5 : 1>>) -> tensor<3xi64> {
  %y = tfl.shape %x : (tensor<1x49x10xi8, #tfl.quant<0.5 : 1>>) -> tensor<3xi64>
  func.return %y : tensor<3xi64>
}
