// RUN: helia-opt %s -p fuse-pad | filecheck %s
// RUN: helia-opt %s -p fuse-pad --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=WHY
// RUN: helia-opt %s -p 'fuse-pad{cpu=cortex-m4}' --remarks 2>&1 | filecheck %s --check-prefix=DSP

// Asymmetric padding goes into a convolution, which stands for both and keeps its name; two of them
// add up, and the convolution's own padding comes around them.
// CHECK-LABEL: func.func @conv
// CHECK-NEXT: %w = tfl.const
// CHECK-NEXT: %z = tfl.conv_2d %x, %w strides [2, 2] pads [0, 1, 0, 1] {source_indices = array<i64: 4, 5>, tensor_names = ["z"]} :
// CHECK-NEXT: func.return %z
func.func @conv(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x2x2x3xi8, #tfl.quant<1.0 : 4>> {
  %p = tfl.const dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi32>
  %y = tfl.pad %x, %p {source_indices = array<i64: 4>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
  %w = tfl.const dense<7> : tensor<3x3x3x2xi8, #tfl.quant<0.25 : 0>>
  %z = tfl.conv_2d %y, %w strides [2, 2] {source_indices = array<i64: 5>, tensor_names = ["z"]} : (tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>, tensor<3x3x3x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x2x2x3xi8, #tfl.quant<1.0 : 4>>
  func.return %z : tensor<1x2x2x3xi8, #tfl.quant<1.0 : 4>>
}

// CHECK-LABEL: func.func @depthwise
// CHECK: %z = tfl.depthwise_conv_2d %x, %w padding same pads [1, 0, 1, 1] :
func.func @depthwise(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x5x6x2xi8, #tfl.quant<1.0 : 4>> {
  %p = tfl.const dense<[[0, 0], [1, 0], [0, 0], [0, 0]]> : tensor<4x2xi32>
  %q = tfl.const dense<[[0, 0], [0, 0], [1, 1], [0, 0]]> : tensor<4x2xi64>
  %v = tfl.const dense<-3> : tensor<1xi8, #tfl.quant<0.5 : -3>>
  %s = tfl.pad %x, %p : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>) -> tensor<1x5x4x2xi8, #tfl.quant<0.5 : -3>>
  %y = tfl.padv2 %s, %q, %v : (tensor<1x5x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi64>, tensor<1xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x5x6x2xi8, #tfl.quant<0.5 : -3>>
  %w = tfl.const dense<7> : tensor<1x3x3x2xi8, #tfl.quant<0.25 : 0>>
  %z = tfl.depthwise_conv_2d %y, %w padding same : (tensor<1x5x6x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x3x3x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x5x6x2xi8, #tfl.quant<1.0 : 4>>
  func.return %z : tensor<1x5x6x2xi8, #tfl.quant<1.0 : 4>>
}

// A pool takes any value, because it counts it; not where it would lose a faster kernel.
// CHECK-LABEL: func.func @pool
// CHECK: %z = tfl.average_pool_2d %x window [2, 2] strides [2, 2] pads [1, 1, 1, 1] value 9 :
// DSP-LABEL: func.func @pool
// DSP: tfl.padv2
// DSP: remark: PADV2: AVERAGE_POOL_2D behind it would lose the kernel average_pool_2d_s8_dsp (fuse-pad)
func.func @pool(%x: tensor<1x4x4x16xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x3x16xi8, #tfl.quant<0.5 : -3>> {
  %p = tfl.const dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi32>
  %v = tfl.const dense<9> : tensor<1xi8, #tfl.quant<0.5 : -3>>
  %y = tfl.padv2 %x, %p, %v : (tensor<1x4x4x16xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>, tensor<1xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x6x6x16xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.average_pool_2d %y window [2, 2] strides [2, 2] : (tensor<1x6x6x16xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x3x16xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<1x3x3x16xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @pool_of_its_own_padding
// CHECK: tfl.pad
// WHY: remark: #1 PAD y: MAX_POOL_2D behind it does not count its own padding (fuse-pad)
func.func @pool_of_its_own_padding(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>> {
  %p = tfl.const dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi32>
  %y = tfl.pad %x, %p {source_indices = array<i64: 1>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.max_pool_2d %y window [3, 3] padding same : (tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @other_value
// CHECK: tfl.padv2
// WHY: remark: #2 PADV2 y: it pads with 9, zero is -3 (fuse-pad)
func.func @other_value(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 4>> {
  %p = tfl.const dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi32>
  %v = tfl.const dense<9> : tensor<1xi8, #tfl.quant<0.5 : -3>>
  %y = tfl.padv2 %x, %p, %v {source_indices = array<i64: 2>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>, tensor<1xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
  %w = tfl.const dense<7> : tensor<3x3x3x2xi8, #tfl.quant<0.25 : 0>>
  %z = tfl.conv_2d %y, %w : (tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>, tensor<3x3x3x2xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x3x3x3xi8, #tfl.quant<1.0 : 4>>
  func.return %z : tensor<1x3x3x3xi8, #tfl.quant<1.0 : 4>>
}

// CHECK-LABEL: func.func @read_twice
// CHECK: tfl.pad
// WHY: remark: #3 PAD y: its output is read 2 times (fuse-pad)
func.func @read_twice(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) {
  %p = tfl.const dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi32>
  %y = tfl.pad %x, %p {source_indices = array<i64: 3>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.max_pool_2d %y window [2, 2] : (tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>
  %w = tfl.average_pool_2d %y window [2, 2] : (tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>
  func.return %z, %w : tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @output
// CHECK: tfl.pad
// WHY: remark: #4 PAD y: its output is an output of the model (fuse-pad)
func.func @output(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> (tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) {
  %p = tfl.const dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi32>
  %y = tfl.pad %x, %p {source_indices = array<i64: 4>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.max_pool_2d %y window [2, 2] : (tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>
  func.return %y, %z : tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>
}

// The integers are handed on under another zero point: what is zero before is not zero behind.
// CHECK-LABEL: func.func @requantized
// CHECK: tfl.pad
// WHY: remark: #5 PAD y: input has #tfl.quant<0.5 : -3>, output has #tfl.quant<0.5 : -2> (fuse-pad)
func.func @requantized(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : -2>> {
  %p = tfl.const dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi32>
  %y = tfl.pad %x, %p {source_indices = array<i64: 5>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -2>>
  %z = tfl.max_pool_2d %y window [2, 2] : (tensor<1x5x5x2xi8, #tfl.quant<0.5 : -2>>) -> tensor<1x4x4x2xi8, #tfl.quant<0.5 : -2>>
  func.return %z : tensor<1x4x4x2xi8, #tfl.quant<0.5 : -2>>
}

// CHECK-LABEL: func.func @channels
// CHECK: tfl.pad
// WHY: remark: #6 PAD y: it does not pad height and width alone (fuse-pad)
func.func @channels(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x3x3xi8, #tfl.quant<0.5 : -3>> {
  %p = tfl.const dense<[[0, 0], [0, 0], [0, 0], [0, 1]]> : tensor<4x2xi32>
  %y = tfl.pad %x, %p {source_indices = array<i64: 6>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>) -> tensor<1x4x4x3xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.max_pool_2d %y window [2, 2] : (tensor<1x4x4x3xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x3x3xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<1x3x3x3xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @wide
// CHECK: tfl.pad
// WHY: remark: #7 PAD y: a window lies on the padding of [2, 0, 0, 0] alone (windows and strides are positive, fit 16 bits and meet the input) (fuse-pad)
func.func @wide(%x: tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x5x3x2xi8, #tfl.quant<0.5 : -3>> {
  %p = tfl.const dense<[[0, 0], [2, 0], [0, 0], [0, 0]]> : tensor<4x2xi32>
  %y = tfl.pad %x, %p {source_indices = array<i64: 7>, tensor_names = ["y"]} : (tensor<1x4x4x2xi8, #tfl.quant<0.5 : -3>>, tensor<4x2xi32>) -> tensor<1x6x4x2xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.max_pool_2d %y window [2, 2] : (tensor<1x6x4x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x5x3x2xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<1x5x3x2xi8, #tfl.quant<0.5 : -3>>
}

// CHECK-LABEL: func.func @other_reader
// CHECK: tfl.pad
// WHY: remark: #8 PAD y: RELU behind it takes no padding (fuse-pad)
func.func @other_reader(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<5xi8, #tfl.quant<0.5 : -3>> {
  %p = tfl.const dense<[[0, 1]]> : tensor<1x2xi32>
  %y = tfl.pad %x, %p {source_indices = array<i64: 8>, tensor_names = ["y"]} : (tensor<4xi8, #tfl.quant<0.5 : -3>>, tensor<1x2xi32>) -> tensor<5xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.relu %y : (tensor<5xi8, #tfl.quant<0.5 : -3>>) -> tensor<5xi8, #tfl.quant<0.5 : -3>>
  func.return %z : tensor<5xi8, #tfl.quant<0.5 : -3>>
}
