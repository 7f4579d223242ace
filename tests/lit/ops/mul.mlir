// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.mul %a, %b then relu6 :
// CHECK: tfl.mul %x, %s :
// CHECK: tfl.mul %r, %y clamp [-5, 9] :
// KERNEL: aot.kernel "MUL" via <{key = "mul_s8", {{.*}}cmsis = "arm_elementwise_mul_s8"
// KERNEL-SAME: input1_offset = 3, input2_offset = -4, output_offset = 1, output_multiplier = 1073741824, output_shift = -2
// KERNEL-SAME: act_min = 1, act_max = 7, size = 6
// KERNEL: mul_broadcast_s8
// KERNEL-SAME: rows = 1, sizes = [1, 1, 1, 1, 1, 6]
// KERNEL-SAME: strides1 = [0, 0, 0, 0, 0, 1]
// KERNEL-SAME: strides2 = [0, 0, 0, 0, 0, 0]
// KERNEL: mul_broadcast_s8
// KERNEL-SAME: act_min = -5, act_max = 9, rows = 2, sizes = [1, 1, 1, 1, 2, 3]
// KERNEL-SAME: strides1 = [0, 0, 0, 0, 0, 1]
// KERNEL-SAME: strides2 = [0, 0, 0, 0, 3, 1]
func.func @main(%a: tensor<2x3xi8, #tfl.quant<0.5 : -3>>, %b: tensor<2x3xi8, #tfl.quant<0.25 : 4>>, %s: tensor<1xi8, #tfl.quant<0.125 : 0>>, %r: tensor<3xi8, #tfl.quant<0.0625 : 7>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>> {
  %x = tfl.mul %a, %b then relu6 : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.25 : 4>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>
  %y = tfl.mul %x, %s : (tensor<2x3xi8, #tfl.quant<1.0 : 1>>, tensor<1xi8, #tfl.quant<0.125 : 0>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>
  %z = tfl.mul %r, %y clamp [-5, 9] : (tensor<3xi8, #tfl.quant<0.0625 : 7>>, tensor<2x3xi8, #tfl.quant<1.0 : 1>>) -> tensor<2x3xi8, #tfl.quant<1.0 : 1>>
  func.return %z : tensor<2x3xi8, #tfl.quant<1.0 : 1>>
}
