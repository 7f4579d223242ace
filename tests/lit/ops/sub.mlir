// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p fold-static-shape-expressions | filecheck %s --check-prefix=FOLDED

// CHECK: tfl.sub %a, %b then relu :
// FOLDED: tfl.const dense<[0, 3]> : tensor<2xi32>
func.func @main() -> tensor<2xi32> {
  %a = tfl.const dense<[2, 5]> : tensor<2xi32>
  %b = tfl.const dense<[4, 2]> : tensor<2xi32>
  %y = tfl.sub %a, %b then relu : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}
