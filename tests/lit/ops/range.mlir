// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p fold-static-shape-expressions | filecheck %s --check-prefix=FOLDED

// CHECK: tfl.range %a, %b, %c :
// FOLDED: tfl.const dense<[5, 3, 1]> : tensor<3xi32>
func.func @main() -> tensor<3xi32> {
  %a = tfl.const dense<5> : tensor<i32>
  %b = tfl.const dense<0> : tensor<i32>
  %c = tfl.const dense<-2> : tensor<i32>
  %y = tfl.range %a, %b, %c : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  func.return %y : tensor<3xi32>
}
