// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// int16, the operand of the larger scale first, and float32.

// CHECK: tfl.add %a, %b then relu : (tensor<2x3xi16
// KERNEL: "add_s16"
// KERNEL-SAME: {input2_multiplier = 1073741824, input2_shift = -1, output_multiplier = 1073741824, output_shift = -13, act_min = 0, act_max = 32767
// KERNEL-SAME: operands [1, 0]
// CHECK: tfl.add %r, %s : (tensor<2x3xf32>, tensor<3xf32>)
// KERNEL: "add_f32"
// KERNEL-SAME: {act_min = -3.4028234663852886e+38, act_max = 3.4028234663852886e+38, rows = 2
func.func @main(%a: tensor<2x3xi16, #tfl.quant<0.25 : 0>>, %b: tensor<2x3xi16, #tfl.quant<0.5 : 0>>, %r: tensor<2x3xf32>, %s: tensor<3xf32>) -> (tensor<2x3xi16, #tfl.quant<0.5 : 0>>, tensor<2x3xf32>) {
  %x = tfl.add %a, %b then relu : (tensor<2x3xi16, #tfl.quant<0.25 : 0>>, tensor<2x3xi16, #tfl.quant<0.5 : 0>>) -> tensor<2x3xi16, #tfl.quant<0.5 : 0>>
  %y = tfl.add %r, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %x, %y : tensor<2x3xi16, #tfl.quant<0.5 : 0>>, tensor<2x3xf32>
}
