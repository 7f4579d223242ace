// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.pad %x, %p :
// KERNEL: pad_s8
// KERNEL-SAME: sizes = [1, 1, 1, 1, 4, 12], before = [0, 0, 0, 0, 1, 3], after = [0, 0, 0, 0, 1, 6], rows = 6, value = -5
func.func @main(%x: tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>> {
  %p = tfl.const dense<[[0, 0], [1, 1], [1, 2], [0, 0]]> : tensor<4x2xi32>
  %y = tfl.pad %x, %p : (tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>, tensor<4x2xi32>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>
  func.return %y : tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>
}
