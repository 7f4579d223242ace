// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.softmax %x beta 2.000000e+00 :
// CHECK: tfl.softmax %l :
// KERNEL: softmax_s8
// KERNEL-SAME: rows = 2, depth = 12, multiplier = 1288490240, shift = 24, diff_min = -124
// KERNEL: softmax_table_s8_s16
// KERNEL-SAME: rows = 64, depth = 12, table_size = 93
// KERNEL: softmax_table_s8
// KERNEL-SAME: table_size = 28
func.func @main(%x: tensor<2x12xi8, #tfl.quant<0.075 : 3>>, %l: tensor<64x12xi8, #tfl.quant<0.15 : 3>>, %w: tensor<2x12xi8, #tfl.quant<0.5 : 3>>) -> (tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>, tensor<64x12xi16, #tfl.quant<1.5258789e-05 : -32768>>, tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>) {
  %y = tfl.softmax %x beta 2.0 : (tensor<2x12xi8, #tfl.quant<0.075 : 3>>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>
  %m = tfl.softmax %l : (tensor<64x12xi8, #tfl.quant<0.15 : 3>>) -> tensor<64x12xi16, #tfl.quant<1.5258789e-05 : -32768>>
  %v = tfl.softmax %w : (tensor<2x12xi8, #tfl.quant<0.5 : 3>>) -> tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>
  func.return %y, %m, %v : tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>, tensor<64x12xi16, #tfl.quant<1.5258789e-05 : -32768>>, tensor<2x12xi8, #tfl.quant<0.00390625 : -128>>
}
