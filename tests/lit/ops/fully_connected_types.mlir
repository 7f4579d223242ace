// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// int16 with a bias of 64 and of 32 bits, weights of 4 bits in rows of odd length, and float32.

// CHECK: %w4 = tfl.const dense<{{.*}}1, -2, 3, -4, 5{{.*}}> : tensor<3x5xi4, #tfl.quant<0.25 : 0>>
// CHECK: tfl.fully_connected %x, %w bias %b64 : (tensor<2x5xi16
// KERNEL: "fully_connected_s16"
// KERNEL-SAME: {act_min = -32768, act_max = 32767, batches = 2, depth = 5, units = 3}
// CHECK: tfl.fully_connected %x, %w bias %b32 : (tensor<2x5xi16
// KERNEL: "fully_connected_s16_b32"
// CHECK: tfl.fully_connected %y, %w4 : (tensor<2x5xi8
// KERNEL: "fully_connected_s4"
// KERNEL-SAME: {input_offset = 3, output_offset = 1
// KERNEL-SAME: tensor<3x5xi4, #tfl.quant<0.25 : 0>>
// CHECK: tfl.fully_connected %r, %v bias %u then relu : (tensor<2x5xf32>
// KERNEL: "fully_connected_f32"
// KERNEL-SAME: {act_min = 0.0, act_max = 3.4028234663852886e+38, batches = 2, depth = 5, units = 1}
func.func @main(%x: tensor<2x5xi16, #tfl.quant<0.5 : 0>>, %y: tensor<2x5xi8, #tfl.quant<0.5 : -3>>, %r: tensor<2x5xf32>) -> (tensor<2x3xi16, #tfl.quant<1.0 : 0>>, tensor<2x3xi16, #tfl.quant<1.0 : 0>>, tensor<2x3xi8, #tfl.quant<1.0 : 1>>, tensor<2x1xf32>) {
  %w = tfl.const dense<7> : tensor<3x5xi8, #tfl.quant<0.25 : 0>>
  %w4 = tfl.const dense<[[1, -2, 3, -4, 5], [6, 7, -8, 0, 1], [2, 3, 4, 5, 6]]> : tensor<3x5xi4, #tfl.quant<0.25 : 0>>
  %b64 = tfl.const dense<[1, -2, 99999999999]> : tensor<3xi64>
  %b32 = tfl.const dense<[1, -2, 3]> : tensor<3xi32>
  %v = tfl.const dense<0.5> : tensor<1x5xf32>
  %u = tfl.const dense<-1.5> : tensor<1xf32>
  %a = tfl.fully_connected %x, %w bias %b64 : (tensor<2x5xi16, #tfl.quant<0.5 : 0>>, tensor<3x5xi8, #tfl.quant<0.25 : 0>>, tensor<3xi64>) -> tensor<2x3xi16, #tfl.quant<1.0 : 0>>
  %b = tfl.fully_connected %x, %w bias %b32 : (tensor<2x5xi16, #tfl.quant<0.5 : 0>>, tensor<3x5xi8, #tfl.quant<0.25 : 0>>, tensor<3xi32>) -> tensor<2x3xi16, #tfl.quant<1.0 : 0>>
  %c = tfl.fully_connected %y, %w4 : (tensor<2x5xi8, #tfl.quant<0.5 : -3>>, tensor<3x5xi4, #tfl.quant<0.25 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>
  %d = tfl.fully_connected %r, %v bias %u then relu : (tensor<2x5xf32>, tensor<1x5xf32>, tensor<1xf32>) -> tensor<2x1xf32>
  func.return %a, %b, %c, %d : tensor<2x3xi16, #tfl.quant<1.0 : 0>>, tensor<2x3xi16, #tfl.quant<1.0 : 0>>, tensor<2x3xi8, #tfl.quant<1.0 : 1>>, tensor<2x1xf32>
}
