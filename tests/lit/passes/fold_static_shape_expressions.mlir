// RUN: helia-opt %s -p fold-static-shape-expressions | filecheck %s
// RUN: helia-opt %s -p fold-static-shape-expressions --remarks 2>&1 | filecheck %s --check-prefix=REMARK

// The dimensions of a tensor are known: what is computed of them becomes the operand that it is
// for. Folded operators leave nothing behind; what stays keeps its indices.
// CHECK-LABEL: func.func @flatten
// CHECK-NEXT: %target = tfl.const dense<[2, 24]> : tensor<2xi32> {tensor_names = ["target"]}
// CHECK-NEXT: %y = tfl.reshape %x, %target {source_indices = array<i64: 4>}
// CHECK-NEXT: func.return %y
func.func @flatten(%x: tensor<2x4x6xi8, #tfl.quant<0.5 : 0>>) -> tensor<2x24xi8, #tfl.quant<0.5 : 0>> {
  %zero = tfl.const dense<0> : tensor<1xi32>
  %one = tfl.const dense<1> : tensor<1xi32>
  %two = tfl.const dense<2> : tensor<1xi32>
  %dims = tfl.shape %x {source_indices = array<i64: 0>} : (tensor<2x4x6xi8, #tfl.quant<0.5 : 0>>) -> tensor<3xi32>
  %batch = tfl.strided_slice %dims[%zero, %one, %one] {source_indices = array<i64: 1>} : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %rest = tfl.slice %dims, %one, %two {source_indices = array<i64: 2>} : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %area = tfl.reduce_prod %rest, %zero keep_dims true : (tensor<2xi32>, tensor<1xi32>) -> tensor<1xi32>
  %target = tfl.concatenation %batch, %area axis 0 {source_indices = array<i64: 3>, tensor_names = ["target"]} : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = tfl.reshape %x, %target {source_indices = array<i64: 4>} : (tensor<2x4x6xi8, #tfl.quant<0.5 : 0>>, tensor<2xi32>) -> tensor<2x24xi8, #tfl.quant<0.5 : 0>>
  func.return %y : tensor<2x24xi8, #tfl.quant<0.5 : 0>>
}

// What depends on an input of the model stays, though its shape is known.
// CHECK-LABEL: func.func @computed
// CHECK: %n = tfl.add %a, %{{.*}} {source_indices = array<i64: 1>
// REMARK: remark: #1 ADD n: computed at run time: a (fold-static-shape-expressions)
func.func @computed(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<i32>) attributes {input_names = ["a"]} {
  %dims = tfl.shape %a {source_indices = array<i64: 0>} : (tensor<2xi32>) -> tensor<1xi32>
  %n = tfl.add %a, %dims {source_indices = array<i64: 1>, tensor_names = ["n"]} : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %rank = tfl.rank %a : (tensor<2xi32>) -> tensor<i32>
  func.return %n, %rank : tensor<2xi32>, tensor<i32>
}

// Integers that stand for real numbers are data and no shape.
// CHECK-LABEL: func.func @data
// CHECK: tfl.concatenation
func.func @data() -> tensor<4xi32, #tfl.quant<0.5 : 0>> {
  %a = tfl.const dense<1> : tensor<2xi32, #tfl.quant<0.5 : 0>>
  %y = tfl.concatenation %a, %a axis 0 : (tensor<2xi32, #tfl.quant<0.5 : 0>>, tensor<2xi32, #tfl.quant<0.5 : 0>>) -> tensor<4xi32, #tfl.quant<0.5 : 0>>
  func.return %y : tensor<4xi32, #tfl.quant<0.5 : 0>>
}
