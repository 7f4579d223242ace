// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p fold-static-shape-expressions | filecheck %s --check-prefix=FOLDED

// CHECK: tfl.reduce_prod %x, %axis keep_dims true :
// FOLDED: tfl.const dense<490> : tensor<1xi32>
func.func @main() -> tensor<1xi32> {
  %x = tfl.const dense<[1, 49, 10]> : tensor<3xi32>
  %axis = tfl.const dense<0> : tensor<1xi32>
  %y = tfl.reduce_prod %x, %axis keep_dims true : (tensor<3xi32>, tensor<1xi32>) -> tensor<1xi32>
  func.return %y : tensor<1xi32>
}
