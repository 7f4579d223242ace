// RUN: helia-opt -p 'lower-to-aot{cpu=cortex-m4}' %s | filecheck %s

// A pair of channels with -128 beside a negative weight fits no word: each is alone, in a segment of
// its own, and the layer keeps its kernel.

// CHECK: aot.constant dense<[131072, 196609]> : tensor<2xi32>
// CHECK: aot.kernel "CONV_2D" via <{key = "conv_2d_s8_dsp"
// CHECK-SAME: segments = 2, slots = 4
func.func @main(%x: tensor<1x2x3x1xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x2x3x2xi8, #tfl.quant<8.0 : 4>> {
  %w = tfl.const dense<[[[[-1]]], [[[-128]]]]> : tensor<2x1x1x1xi8, #tfl.quant<0.25 : 0>>
  %y = tfl.conv_2d %x, %w : (tensor<1x2x3x1xi8, #tfl.quant<0.5 : -3>>, tensor<2x1x1x1xi8, #tfl.quant<0.25 : 0>>) -> tensor<1x2x3x2xi8, #tfl.quant<8.0 : 4>>
  func.return %y : tensor<1x2x3x2xi8, #tfl.quant<8.0 : 4>>
}
