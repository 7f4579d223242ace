// RUN: helia-opt %s -p fuse-lut | filecheck %s
// RUN: helia-opt %s -p fuse-lut --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=WHY

// Links in a row become a table that stands for all of them; constants of one number are links too.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %w = tfl.lut %x table dense<{{.*}}> : tensor<256xi8> {source_indices = array<i64: 2, 5, 7>, tensor_names = ["w"]} : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.125 : 5>>
// CHECK-NEXT: func.return %w
func.func @chain(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.125 : 5>> {
  %c = tfl.const dense<9> : tensor<4xi8, #tfl.quant<0.5 : 1>>
  %y = tfl.relu %x {source_indices = array<i64: 7>, tensor_names = ["y"]} : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -3>>
  %z = tfl.add %y, %c {source_indices = array<i64: 2>, tensor_names = ["z"]} : (tensor<4xi8, #tfl.quant<0.25 : -3>>, tensor<4xi8, #tfl.quant<0.5 : 1>>) -> tensor<4xi8, #tfl.quant<0.5 : 1>>
  %w = tfl.quantize %z {source_indices = array<i64: 5>, tensor_names = ["w"]} : (tensor<4xi8, #tfl.quant<0.5 : 1>>) -> tensor<4xi8, #tfl.quant<0.125 : 5>>
  func.return %w : tensor<4xi8, #tfl.quant<0.125 : 5>>
}

// What is between the bytes may be of any type; what comes before or behind them stays.
// CHECK-LABEL: func.func @between
// CHECK-NEXT: %y = tfl.quantize %x :
// CHECK-NEXT: %s = tfl.lut %y table {{.*}} : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xui8, #tfl.quant<0.125 : 5>>
// CHECK-NEXT: %v = tfl.dequantize %s
// WHY: remark: #6 DEQUANTIZE v: the chain does not lead from bytes to bytes (fuse-lut)
func.func @between(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tfl.quantize %x : (tensor<4xf32>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.dequantize %y : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xf32>
  %w = tfl.quantize %z : (tensor<4xf32>) -> tensor<4xi8, #tfl.quant<0.25 : 5>>
  %s = tfl.quantize %w : (tensor<4xi8, #tfl.quant<0.25 : 5>>) -> tensor<4xui8, #tfl.quant<0.125 : 5>>
  %v = tfl.dequantize %s {source_indices = array<i64: 6>, tensor_names = ["v"]} : (tensor<4xui8, #tfl.quant<0.125 : 5>>) -> tensor<4xf32>
  func.return %v : tensor<4xf32>
}

// What gives back what it gets goes away, unless the model's output must be a tensor of its own.
// CHECK-LABEL: func.func @identity
// CHECK-NEXT: %w = tfl.reshape %x :
// CHECK-NEXT: func.return %w
func.func @identity(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x2xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.dequantize %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xf32>
  %z = tfl.quantize %y : (tensor<4xf32>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %w = tfl.reshape %z : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x2xi8, #tfl.quant<0.5 : -3>>
  func.return %w : tensor<2x2xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @identity_out
// CHECK-NEXT: %z = tfl.lut %x
func.func @identity_out(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.dequantize %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xf32>
  %z = tfl.quantize %y : (tensor<4xf32>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<4xi8, #tfl.quant<0.5 : -3>>
}

// A chain is as long as nobody else reads what is between its links.
// CHECK-LABEL: func.func @read_twice
// CHECK-NEXT: %z = tfl.lut %x
// CHECK-NEXT: %w = tfl.lut %z
// CHECK-NEXT: tfl.add %w, %z
// WHY: remark: #3 LUT w: the output of LUT before it is read 2 times (fuse-lut)
func.func @read_twice(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.relu6 %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.quantize %y : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -3>>
  %v = tfl.relu6 %z : (tensor<4xi8, #tfl.quant<0.25 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -3>>
  %w = tfl.quantize %v {source_indices = array<i64: 3>, tensor_names = ["w"]} : (tensor<4xi8, #tfl.quant<0.25 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %u = tfl.add %w, %z : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.25 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  func.return %u : tensor<4xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @output
// CHECK-NEXT: %y = tfl.relu6 %x
// CHECK-NEXT: %z = tfl.quantize %y
// WHY: remark: #1 QUANTIZE z: the output of RELU6 before it is an output of the model (fuse-lut)
func.func @output(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.25 : -3>>) {
  %y = tfl.relu6 %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.quantize %y {source_indices = array<i64: 1>, tensor_names = ["z"]} : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -3>>
  func.return %y, %z : tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<4xi8, #tfl.quant<0.25 : -3>>
}

// Constants of several numbers, tensors that are broadcast, and wider types are no links.
// CHECK-LABEL: func.func @no_chain
// CHECK-NEXT: %c = tfl.const
// CHECK-NEXT: %y = tfl.add %x, %c
// CHECK-NEXT: %z = tfl.quantize %y
// CHECK-NEXT: %w = tfl.quantize %z
// WHY: remark: #9 QUANTIZE w: the chain does not lead from bytes to bytes (fuse-lut)
func.func @no_chain(%x: tensor<2xi8, #tfl.quant<0.5 : -3>>) -> tensor<2xi16, #tfl.quant<0.5 : 0>> {
  %c = tfl.const dense<[1, 2]> : tensor<2xi8, #tfl.quant<0.5 : 1>>
  %y = tfl.add %x, %c : (tensor<2xi8, #tfl.quant<0.5 : -3>>, tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2xi8, #tfl.quant<0.5 : 1>>
  %z = tfl.quantize %y : (tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2xi16, #tfl.quant<0.5 : 0>>
  %w = tfl.quantize %z {source_indices = array<i64: 9>, tensor_names = ["w"]} : (tensor<2xi16, #tfl.quant<0.5 : 0>>) -> tensor<2xi16, #tfl.quant<0.5 : 0>>
  func.return %w : tensor<2xi16, #tfl.quant<0.5 : 0>>
}
