// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.fully_connected %x, %w bias %b then relu :
// CHECK: tfl.fully_connected %y, %v keep_dims true :
// KERNEL: fully_connected_per_channel_s8
// KERNEL-SAME: input_offset = 3, output_offset = -128
// KERNEL-SAME: batches = 2, depth = 4, units = 3
// KERNEL: fully_connected_s8
// KERNEL-SAME: batches = 2, depth = 3, units = 2, filter_offset = 0, multiplier = 1073741824, shift = -3
func.func @main(%x: tensor<2x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x2xi8, #tfl.quant<1.0 : 4>> {
  %w = tfl.const dense<7> : tensor<3x4xi8> quant <[0.25, 0.125, 0.5] : [0, 0, 0], axis 0>
  %b = tfl.const dense<[1, 2, 3]> : tensor<3xi32>
  %y = tfl.fully_connected %x, %w bias %b then relu : (tensor<2x4xi8, #tfl.quant<0.5 : -3>>, tensor<3x4xi8>, tensor<3xi32>) -> tensor<2x3xi8, #tfl.quant<0.25 : -128>>
  %v = tfl.const dense<-5> : tensor<2x3xi8, #tfl.quant<0.25 : 0>>
  %z = tfl.fully_connected %y, %v keep_dims true : (tensor<2x3xi8, #tfl.quant<0.25 : -128>>, tensor<2x3xi8, #tfl.quant<0.25 : 0>>) -> tensor<2x2xi8, #tfl.quant<1.0 : 4>>
  func.return %z : tensor<2x2xi8, #tfl.quant<1.0 : 4>>
}
