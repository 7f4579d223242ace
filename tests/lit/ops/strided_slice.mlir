// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.strided_slice %x[%begin, %end, %strides] begin_mask 4 end_mask 5 shrink_axis_mask 2 :
// CHECK: tfl.strided_slice %w[%one, %two, %one] ellipsis_mask 1 offset true :
// CHECK: tfl.strided_slice %y[%one, %two, %one] new_axis_mask 1 :
// KERNEL: aot.kernel "STRIDED_SLICE" via <{key = "copy_strided_bytes"
// KERNEL-SAME: first = 31, run = 1, rows = 5, sizes = [1, 1, 1, 1, 5, 4], strides = [0, 0, 0, 0, 24, -1]
// KERNEL: aot.kernel "STRIDED_SLICE"
// KERNEL-SAME: first = 0, run = 20, rows = 1, sizes = [1, 1, 1, 1, 1, 1]
// KERNEL: aot.kernel "STRIDED_SLICE"
// KERNEL-SAME: first = 0, run = 20,
func.func @main(%x: tensor<6x6x4xi8, #tfl.quant<0.5 : 1>>) -> tensor<1x5x4xi8, #tfl.quant<0.5 : 1>> {
  %begin = tfl.const dense<[1, -5, 0]> : tensor<3xi32>
  %end = tfl.const dense<[0, 0, 0]> : tensor<3xi32>
  %strides = tfl.const dense<[1, 1, -1]> : tensor<3xi32>
  %one = tfl.const dense<1> : tensor<1xi32>
  %two = tfl.const dense<2> : tensor<1xi32>
  %w = tfl.strided_slice %x[%begin, %end, %strides] begin_mask 4 end_mask 5 shrink_axis_mask 2 : (tensor<6x6x4xi8, #tfl.quant<0.5 : 1>>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<5x4xi8, #tfl.quant<0.5 : 1>>
  %y = tfl.strided_slice %w[%one, %two, %one] ellipsis_mask 1 offset true : (tensor<5x4xi8, #tfl.quant<0.5 : 1>>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<5x4xi8, #tfl.quant<0.5 : 1>>
  %z = tfl.strided_slice %y[%one, %two, %one] new_axis_mask 1 : (tensor<5x4xi8, #tfl.quant<0.5 : 1>>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1x5x4xi8, #tfl.quant<0.5 : 1>>
  func.return %z : tensor<1x5x4xi8, #tfl.quant<0.5 : 1>>
}
