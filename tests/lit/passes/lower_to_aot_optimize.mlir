// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m55 optimize=speed}' | filecheck %s --check-prefix=SPEED
// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m55 optimize=balanced}' | filecheck %s --check-prefix=BALANCED
// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m55 optimize=size}' | filecheck %s --check-prefix=SIZE
// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m4 optimize=balanced}' | filecheck %s --check-prefix=DSP
// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m4 optimize=size}' | filecheck %s --check-prefix=DSP-SIZE

// A tile for a depth, a kernel for few weights and a table of exponentials each cost code or data:
// `optimize` decides, and `why` says what came of it.

// SPEED: "conv_2d_s8_mve_k32"
// SPEED-SAME: why "2 x 4 tiles 32 deep on the input as it is
// SPEED: "softmax_table_s8"
// SPEED-SAME: exponentials from a table"

// BALANCED: "conv_2d_s8_mve_k32"
// BALANCED-SAME: why "2 x 4 tiles 32 deep on the input as it is
// BALANCED: "softmax_s8"
// BALANCED-SAME: why "computed exponentials"

// SIZE: "conv_2d_s8_mve_any"
// SIZE-SAME: why "2 x 4 tiles of any depth on the input as it is
// SIZE: "softmax_s8"

// DSP: "fully_connected_s8_dsp"
// DSP-SIZE: "fully_connected_s8"
// DSP-SIZE-SAME: why "weights of one scale, as they stand"
func.func @main(%x: tensor<1x2x4x32xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.00390625 : -128>> {
  %w = tfl.const dense<7> : tensor<8x1x1x32xi8, #tfl.quant<0.25 : 0>>
  %y = tfl.conv_2d %x, %w : (tensor<1x2x4x32xi8, #tfl.quant<0.5 : -3>>, tensor<8x1x1x32xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x2x4x8xi8, #tfl.quant<8.0 : 4>>
  %v = tfl.const dense<-5> : tensor<4x64xi8, #tfl.quant<0.25 : 0>>
  %z = tfl.fully_connected %y, %v : (tensor<1x2x4x8xi8, #tfl.quant<8.0 : 4>>, tensor<4x64xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x4xi8, #tfl.quant<0.075 : 4>>
  %s = tfl.softmax %z : (tensor<1x4xi8, #tfl.quant<0.075 : 4>>) -> tensor<1x4xi8, #tfl.quant<0.00390625 : -128>>
  func.return %s : tensor<1x4xi8, #tfl.quant<0.00390625 : -128>>
}
