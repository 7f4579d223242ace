// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// int16 and float32.

// CHECK: tfl.max_pool_2d %x window [2, 2] then relu : (tensor<1x4x5x2xi16
// KERNEL: "max_pool_2d_s16"
// KERNEL-SAME: {act_min = 0, act_max = 32767, batches = 1, channels = 2
// CHECK: tfl.max_pool_2d %r window [2, 2] padding same then relu6 : (tensor<1x4x5x2xf32>)
// KERNEL: "max_pool_2d_f32"
// KERNEL-SAME: {act_min = 0.0, act_max = 6.0, batches = 1, channels = 2
func.func @main(%x: tensor<1x4x5x2xi16, #tfl.quant<0.5 : 0>>, %r: tensor<1x4x5x2xf32>) -> (tensor<1x3x4x2xi16, #tfl.quant<0.5 : 0>>, tensor<1x4x5x2xf32>) {
  %y = tfl.max_pool_2d %x window [2, 2] then relu : (tensor<1x4x5x2xi16, #tfl.quant<0.5 : 0>>) -> tensor<1x3x4x2xi16, #tfl.quant<0.5 : 0>>
  %s = tfl.max_pool_2d %r window [2, 2] padding same then relu6 : (tensor<1x4x5x2xf32>) -> tensor<1x4x5x2xf32>
  func.return %y, %s : tensor<1x3x4x2xi16, #tfl.quant<0.5 : 0>>, tensor<1x4x5x2xf32>
}
