// RUN: helia-opt %s -p canonicalize | filecheck %s

// A reshape to its own shape goes away, two in a row become one, and what nobody uses is removed.
// CHECK-LABEL: func.func @same
// CHECK-NEXT: func.return %x
func.func @same(%x: tensor<4xi8, #tfl.quant<0.5 : 0>>) -> tensor<4xi8, #tfl.quant<0.5 : 0>> {
  %y = tfl.reshape %x {source_indices = array<i64: 0>} : (tensor<4xi8, #tfl.quant<0.5 : 0>>) -> tensor<4xi8, #tfl.quant<0.5 : 0>>
  func.return %y : tensor<4xi8, #tfl.quant<0.5 : 0>>
}

// CHECK-LABEL: func.func @twice
// CHECK-NEXT: %z = tfl.reshape %x {source_indices = array<i64: 0, 1>}
// CHECK-NEXT: func.return %z
func.func @twice(%x: tensor<4xi8, #tfl.quant<0.5 : 0>>) -> tensor<1x4xi8, #tfl.quant<0.5 : 0>> {
  %y = tfl.reshape %x {source_indices = array<i64: 0>} : (tensor<4xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x2xi8, #tfl.quant<0.5 : 0>>
  %z = tfl.reshape %y {source_indices = array<i64: 1>} : (tensor<2x2xi8, #tfl.quant<0.5 : 0>>) -> tensor<1x4xi8, #tfl.quant<0.5 : 0>>
  func.return %z : tensor<1x4xi8, #tfl.quant<0.5 : 0>>
}
