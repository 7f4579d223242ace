// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m4}' | filecheck %s --check-prefix=ASKED
// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m4},pack-weights' | filecheck %s --check-prefix=DSP
// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m4},pack-weights,pack-weights' | filecheck %s --check-prefix=DSP
// RUN: helia-opt %s -p 'lower-to-aot{cpu=cortex-m55},pack-weights' | filecheck %s --check-prefix=MVE
// RUN: helia-opt %s -p lower-to-aot,pack-weights | filecheck %s --check-prefix=PLAIN

// Kernel selection names a packing and hands it the constants; the pass applies it. MACs and
// parameters are counted before: 8 weights and 2 of bias, whatever is padded or added.

// ASKED: aot.constant dense<{{\[\[\[\[}}1, 2, 3, 4]]], {{\[\[\[}}-5, 6, -7, 8]]]]> : tensor<2x1x1x4xi8
// ASKED: aot.kernel "CONV_2D" via <{key = "conv_2d_s8_dsp"
// ASKED-SAME: packs "conv_2d_s8_dsp"
// ASKED-SAME: constants ["weights", "start", "requantization", "segments"]
// ASKED-SAME: macs 24 parameters 10

// One segment of channels 0 to 2, two words of two channels and two taps (01 fb 03 f9, 02 06 04 08),
// starts of both sums, and for each channel multiplier, addend and shift. Start b is 40 + 256 * 26.
// DSP-NOT: tensor<2x1x1x4xi8
// DSP: %[[W:.*]] = aot.constant dense<[131072, -117179647, 134481410, 40, 6696, 1073741824, 72, 4, 1073741824, 72, 4]> : tensor<11xi32> {tensor_names = ["weights"]}
// DSP: aot.kernel "CONV_2D" via <{key = "conv_2d_s8_dsp"
// DSP-NOT: packs
// DSP-SAME: constants ["weights"](%[[W]] : tensor<11xi32>)
// DSP-SAME: macs 24 parameters 10 why "pairs of channels in a word, requantized by two roundings"

// Blocks of eight channels in two halves, the even ones and the odd ones; zeros fill depth and block.
// MVE-NOT: tensor<2x1x1x4xi8
// MVE: aot.constant dense<[1, 2, 3, 4, 0, {{[0, ]*}}, -5, 6, -7, 8, 0, {{[0, ]*}}]> : tensor<64xi8> {tensor_names = ["weights"]}
// MVE: aot.constant dense<[40, 0, 0, 0, 26, 0, 0, 0, 1073741824, 0, 0, 0, 1073741824, 0, 0, 0, -4, 0, 0, 0, -4, 0, 0, 0]> : tensor<24xi32>
// MVE: aot.kernel "CONV_2D" via <{key = "conv_2d_s8_mve_k8"
// MVE-NOT: packs
// MVE-SAME: constants ["weights", "params", "offsets"]
// MVE-SAME: macs 24 parameters 10

// PLAIN: aot.constant dense<{{\[\[\[\[}}1, 2, 3, 4]]], {{\[\[\[}}-5, 6, -7, 8]]]]> : tensor<2x1x1x4xi8
// PLAIN: aot.kernel "CONV_2D" via <{key = "conv_2d_s8",
// PLAIN-SAME: macs 24 parameters 10
func.func @main(%x: tensor<1x1x3x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x1x3x2xi8, #tfl.quant<4.0 : 4>> {
  %w = tfl.const dense<[[[[1, 2, 3, 4]]], [[[-5, 6, -7, 8]]]]> : tensor<2x1x1x4xi8, #tfl.quant<0.25 : 0>> {tensor_names = ["weights"]}
  %b = tfl.const dense<[10, 20]> : tensor<2xi32>
  %y = tfl.conv_2d %x, %w bias %b {source_indices = array<i64: 0>, tensor_names = ["y"]} : (tensor<1x1x3x4xi8, #tfl.quant<0.5 : -3>>, tensor<2x1x1x4xi8, #tfl.quant<0.25 : 0>>, tensor<2xi32>) -> tensor<1x1x3x2xi8, #tfl.quant<4.0 : 4>>
  func.return %y : tensor<1x1x3x2xi8, #tfl.quant<4.0 : 4>>
}
