// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.average_pool_2d %x window [3, 2] strides [2, 1] padding same then relu :
// CHECK: tfl.average_pool_2d %y window [3, 5] :
// KERNEL: average_pool_2d_s8
// KERNEL-SAME: act_min = -3, act_max = 127, batches = 1, channels = 2
// KERNEL-SAME: input_h = 6, input_w = 5, output_h = 3, output_w = 5
// KERNEL-SAME: pad_h = 0, pad_w = 0
// KERNEL: average_pool_2d_s8
// KERNEL-SAME: output_h = 1, output_w = 1, kernel_h = 3, kernel_w = 5
// CHECK: tfl.average_pool_2d %x window [3, 2] pads [1, 0, 0, 1] value -9 clamp [-3, 40] :
// KERNEL: average_pool_2d_padded_s8
// KERNEL-SAME: act_min = -3, act_max = 40, batches = 1, channels = 2
// KERNEL-SAME: pad_h = 1, pad_w = 0, pad_value = -9
func.func @main(%x: tensor<1x6x5x2xi8, #tfl.quant<0.5 : -3>>) -> (tensor<1x1x1x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>) {
  %y = tfl.average_pool_2d %x window [3, 2] strides [2, 1] padding same then relu : (tensor<1x6x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x3x5x2xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.average_pool_2d %y window [3, 5] : (tensor<1x3x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x1x1x2xi8, #tfl.quant<0.5 : -3>>
  %padded = tfl.average_pool_2d %x window [3, 2] pads [1, 0, 0, 1] value -9 clamp [-3, 40] : (tensor<1x6x5x2xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
  func.return %z, %padded : tensor<1x1x1x2xi8, #tfl.quant<0.5 : -3>>, tensor<1x5x5x2xi8, #tfl.quant<0.5 : -3>>
}
