// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.mean %x, %a :
// CHECK: tfl.mean %x, %b keep_dims true :
// KERNEL: mean_s8
// KERNEL-SAME: sum_offset = 60, multiplier = 858993459, shift = -2, output_offset = 4, kept = [1, 2, 3], kept_strides = [0, 60, 1], reduced = [1, 1, 20], reduced_strides = [0, 0, 3]
// KERNEL: mean_s8
// KERNEL-SAME: kept = [1, 1, 20], kept_strides = [0, 0, 3], reduced = [1, 2, 3], reduced_strides = [0, 60, 1]
func.func @main(%x: tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>) -> (tensor<2x3xi8, #tfl.quant<0.25 : 4>>, tensor<1x4x5x1xi8, #tfl.quant<0.5 : -3>>) {
  %a = tfl.const dense<[1, -2]> : tensor<2xi32>
  %y = tfl.mean %x, %a : (tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>, tensor<2xi32>) -> tensor<2x3xi8, #tfl.quant<0.25 : 4>>
  %b = tfl.const dense<[-1, 0]> : tensor<2xi32>
  %z = tfl.mean %x, %b keep_dims true : (tensor<2x4x5x3xi8, #tfl.quant<0.5 : -3>>, tensor<2xi32>) -> tensor<1x4x5x1xi8, #tfl.quant<0.5 : -3>>
  func.return %y, %z : tensor<2x3xi8, #tfl.quant<0.25 : 4>>, tensor<1x4x5x1xi8, #tfl.quant<0.5 : -3>>
}
