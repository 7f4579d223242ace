// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.quantize %x :
// KERNEL: quantize_f32_s8
// KERNEL-SAME: scale = 0.5, zero_point = -3, size = 4
// KERNEL: quantize_s8_s16
// KERNEL-SAME: input_offset = 3, multiplier = 1073741824, shift = 2, output_offset = 7, size = 4
// KERNEL: quantize_s8_u8
// KERNEL: lut_s8
// KERNEL-SAME: size = 1600
// KERNEL: line_s8
// KERNEL-SAME: multiplier = 4194304, addend = 13631487, size = 1000
// KERNEL: lut_s8
// KERNEL-SAME: size = 1000
func.func @main(%x: tensor<4xf32>, %b: tensor<40x40xi8, #tfl.quant<0.5 : -3>>, %c: tensor<1000xi8, #tfl.quant<0.5 : -3>>) -> (tensor<4xi16, #tfl.quant<0.25 : 7>>, tensor<4xui8, #tfl.quant<0.5 : 125>>, tensor<40x40xui8, #tfl.quant<0.5 : 125>>, tensor<1000xi8, #tfl.quant<0.25 : 0>>, tensor<1000xi8, #tfl.quant<4.0 : 0>>) {
  %y = tfl.quantize %x : (tensor<4xf32>) -> tensor<4xi8, #tfl.quant<0.5 : -3>>
  %z = tfl.quantize %y : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi16, #tfl.quant<0.25 : 7>>
  %u = tfl.quantize %y : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xui8, #tfl.quant<0.5 : 125>>
  %v = tfl.quantize %b : (tensor<40x40xi8, #tfl.quant<0.5 : -3>>) -> tensor<40x40xui8, #tfl.quant<0.5 : 125>>
  %w = tfl.quantize %c : (tensor<1000xi8, #tfl.quant<0.5 : -3>>) -> tensor<1000xi8, #tfl.quant<0.25 : 0>>
  %n = tfl.quantize %c : (tensor<1000xi8, #tfl.quant<0.5 : -3>>) -> tensor<1000xi8, #tfl.quant<4.0 : 0>>
  func.return %z, %u, %v, %w, %n : tensor<4xi16, #tfl.quant<0.25 : 7>>, tensor<4xui8, #tfl.quant<0.5 : 125>>, tensor<40x40xui8, #tfl.quant<0.5 : 125>>, tensor<1000xi8, #tfl.quant<0.25 : 0>>, tensor<1000xi8, #tfl.quant<4.0 : 0>>
}
