// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p fold-static-shape-expressions | filecheck %s --check-prefix=FOLDED

// CHECK: tfl.rank %x :
// FOLDED: tfl.const dense<3> : tensor<i32>
// FOLDED-NOT: tfl.rank
func.func @main(%x: tensor<1x49x10xi8, #tfl.quant<0.5 : 1>>) -> tensor<i32> {
  %y = tfl.rank %x : (tensor<1x49x10xi8, #tfl.quant<0.5 : 1>>) -> tensor<i32>
  func.return %y : tensor<i32>
}
