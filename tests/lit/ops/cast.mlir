// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p fold-static-shape-expressions | filecheck %s --check-prefix=FOLDED

// CHECK: tfl.cast %x :
// FOLDED: tfl.const dense<[-1, 300]> : tensor<2xi64>
func.func @main() -> tensor<2xi64> {
  %x = tfl.const dense<[-1, 300]> : tensor<2xi32>
  %y = tfl.cast %x : (tensor<2xi32>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}
