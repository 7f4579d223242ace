// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// int16 by two tables, float32 by exponentials.

// CHECK: tfl.softmax %x : (tensor<2x12xi16
// KERNEL: "softmax_s16"
// KERNEL-SAME: {rows = 2, depth = 12, multiplier = 1717960704, shift = 2}
// KERNEL-SAME: constants ["exp_table", "reciprocal_table"]
// KERNEL-SAME: tensor<513xi16>, tensor<513xi16>
// CHECK: tfl.softmax %r beta 5.000000e-01 : (tensor<2x12xf32>)
// KERNEL: "softmax_f32"
// KERNEL-SAME: {rows = 2, depth = 12, beta = 0.5}
func.func @main(%x: tensor<2x12xi16, #tfl.quant<0.00048828125 : 0>>, %r: tensor<2x12xf32>) -> (tensor<2x12xi16, #tfl.quant<3.0517578e-05 : 0>>, tensor<2x12xf32>) {
  %y = tfl.softmax %x : (tensor<2x12xi16, #tfl.quant<0.00048828125 : 0>>) -> tensor<2x12xi16, #tfl.quant<3.0517578e-05 : 0>>
  %s = tfl.softmax %r beta 0.5 : (tensor<2x12xf32>) -> tensor<2x12xf32>
  func.return %y, %s : tensor<2x12xi16, #tfl.quant<3.0517578e-05 : 0>>, tensor<2x12xf32>
}
