// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.add %a, %b then relu6 :
// CHECK: tfl.add %x, %s :
// CHECK: tfl.add %r, %y :
// KERNEL: add_s8
// KERNEL-SAME: input1_offset = 3, input2_offset = -4, input2_multiplier = 1073741824, input2_shift = -1
// KERNEL-SAME: output_offset = 1, act_min = 1, act_max = 7, size = 6
// KERNEL: add_scalar_s8
// KERNEL-SAME: size = 6
// KERNEL: add_broadcast_s8
// KERNEL-SAME: rows = 2, sizes = [1, 1, 1, 1, 2, 3]
// KERNEL-SAME: strides1 = [0, 0, 0, 0, 3, 1]
// KERNEL-SAME: strides2 = [0, 0, 0, 0, 0, 1]
func.func @main(%a: tensor<2x3xi8, #tfl.quant<0.5 : -3>>, %b: tensor<2x3xi8, #tfl.quant<0.25 : 4>>, %s: tensor<1xi8, #tfl.quant<0.125 : 0>>, %r: tensor<3xi8, #tfl.quant<0.0625 : 7>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>> {
  %x = tfl.add %a, %b then relu6 : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.25 : 4>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>
  %y = tfl.add %x, %s : (tensor<2x3xi8, #tfl.quant<1.0 : 1>>, tensor<1xi8, #tfl.quant<0.125 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>
  %z = tfl.add %r, %y : (tensor<3xi8, #tfl.quant<0.0625 : 7>>, tensor<2x3xi8, #tfl.quant<1.0 : 1>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>
  func.return %z : tensor<2x3xi8, #tfl.quant<1.0 : 1>>
}
