// RUN: helia-opt %s -p fuse-activation | filecheck %s
// RUN: helia-opt %s -p fuse-activation,fuse-activation | filecheck %s
// RUN: helia-opt %s -p fuse-activation --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=WHY

// What an activation says becomes one; the operator stands for both and has the name of the last.
// CHECK-LABEL: func.func @relu
// CHECK-NEXT: %z = tfl.max_pool_2d %x window [2, 2] then relu {source_indices = array<i64: 3, 7>, tensor_names = ["z"]} :
// CHECK-NEXT: func.return %z
func.func @relu(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.max_pool_2d %x window [2, 2] {source_indices = array<i64: 7>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.relu %y {source_indices = array<i64: 3>, tensor_names = ["z"]} : (tensor<1x3x3x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x3x2xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<1x3x3x2xi8, #tfl.quant<0.5 : -3>>
}

// A clamp that no activation has a word for; constants may repeat one number.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %w = tfl.add %x, %x clamp [-20, 40] {source_indices = array<i64: 0, 1, 2>} :
// CHECK-NEXT: func.return %w
func.func @constants(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>> {
  %low = tfl.const dense<-20> : tensor<1xi8, #tfl.quant<0.5 : -3>>
  %high = tfl.const dense<40> : tensor<4xi8, #tfl.quant<0.5 : -3>>
  %y = tfl.add %x, %x {source_indices = array<i64: 0>} : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.maximum %low, %y {source_indices = array<i64: 1>} : (tensor<1xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %w = tfl.minimum %z, %high {source_indices = array<i64: 2>} : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  func.return %w : tensor<4xi8, #tfl.quant<0.5 : -3>>
}

// Two clamps meet in what both let through: relu6 behind relu is relu6, a value where they miss.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT: %z = tfl.add %x, %x then relu6 :
// CHECK-NEXT: %w = tfl.add %z, %z clamp [-40, -40] :
// CHECK-NEXT: func.return %w
func.func @twice(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>> {
  %low = tfl.const dense<-40> : tensor<1xi8, #tfl.quant<0.5 : -3>>
  %y = tfl.add %x, %x then relu : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.relu6 %y : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %v = tfl.add %z, %z then relu : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %w = tfl.minimum %v, %low : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<1xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  func.return %w : tensor<4xi8, #tfl.quant<0.5 : -3>>
}

// A requantization that changes nothing clamps to all there is.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: %z = tfl.add %x, %x :
// CHECK-NEXT: func.return %z
func.func @nothing(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.add %x, %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.quantize %y : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<4xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @read_twice
// CHECK: tfl.relu
// WHY: remark: #1 RELU z: the output of ADD before it is read 2 times (fuse-activation)
func.func @read_twice(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.add %x, %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.relu %y {source_indices = array<i64: 1>, tensor_names = ["z"]} : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %w = tfl.add %y, %z : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  func.return %w : tensor<4xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @output
// CHECK: tfl.relu
// WHY: remark: #2 RELU z: the output of ADD before it is an output of the model (fuse-activation)
func.func @output(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) {
  %y = tfl.add %x, %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.relu %y {source_indices = array<i64: 2>, tensor_names = ["z"]} : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  func.return %y, %z : tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>
}

// The reference hands the integers of RELU6 on as they are, whatever the output's scale says.
// CHECK-LABEL: func.func @rescaled
// CHECK: tfl.relu6
// WHY: remark: #3 RELU6 z: input has #tfl.quant<0.5 : -3>, output has #tfl.quant<0.25 : -3> (fuse-activation)
func.func @rescaled(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -3>> {
  %y = tfl.add %x, %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.relu6 %y {source_indices = array<i64: 3>, tensor_names = ["z"]} : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -3>>
  func.return %z : tensor<4xi8, #tfl.quant<0.25 : -3>>
}

// CHECK-LABEL: func.func @input
// CHECK: tfl.relu
// WHY: remark: #4 RELU z: it clamps an input of the model (fuse-activation)
// CHECK-LABEL: func.func @no_clamp_before
// CHECK: tfl.relu
// WHY: remark: #5 RELU z: RESHAPE before it does not end in a clamp (fuse-activation)
func.func @input(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>> {
  %z = tfl.relu %x {source_indices = array<i64: 4>, tensor_names = ["z"]} : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<4xi8, #tfl.quant<0.5 : -3>>
}
func.func @no_clamp_before(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x2xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.reshape %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x2xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.relu %y {source_indices = array<i64: 5>, tensor_names = ["z"]} : (tensor<2x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x2xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<2x2xi8, #tfl.quant<0.5 : -3>>
}

// A RELU that rescales is no clamp of the integers: nothing is said.
// CHECK-LABEL: func.func @no_clamp
// CHECK: tfl.relu
// WHY-NOT: remark
func.func @no_clamp(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -3>> {
  %y = tfl.add %x, %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.relu %y : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -3>>
  func.return %z : tensor<4xi8, #tfl.quant<0.25 : -3>>
}
