// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.maximum %a, %b :
// CHECK: tfl.maximum %s, %x :
// KERNEL: aot.kernel "MAXIMUM" via <{key = "maximum_s8", struct_kind = "compare_s8", {{.*}}cmsis = "arm_maximum_s8"
// KERNEL-SAME: {size = 6}
// KERNEL: aot.kernel "MAXIMUM" via <{key = "maximum_broadcast_s8"
// KERNEL-SAME: rows = 1, sizes = [1, 1, 1, 1, 1, 6]
// KERNEL-SAME: strides1 = [0, 0, 0, 0, 0, 0]
// KERNEL-SAME: strides2 = [0, 0, 0, 0, 0, 1]
func.func @main(%a: tensor<2x3xi8, #tfl.quant<0.5 : -3>>, %b: tensor<2x3xi8, #tfl.quant<0.5 : -3>>, %s: tensor<1xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x3xi8, #tfl.quant<0.5 : -3>> {
  %x = tfl.maximum %a, %b : (tensor<2x3xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
  %y = tfl.maximum %s, %x : (tensor<1xi8, #tfl.quant<0.5 : -3>>, tensor<2x3xi8, #tfl.quant<0.5 : -3>>) -> tensor<2x3xi8, #tfl.quant<0.5 : -3>>
  func.return %y : tensor<2x3xi8, #tfl.quant<0.5 : -3>>
}
