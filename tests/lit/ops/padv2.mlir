// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.padv2 %x, %p, %v :
// KERNEL: pad_s8
// KERNEL-SAME: value = 17
func.func @main(%x: tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>> {
  %p = tfl.const dense<[[0, 0], [1, 1], [1, 2], [0, 0]]> : tensor<4x2xi32>
  %v = tfl.const dense<17> : tensor<1xi8, #tfl.quant<0.5 : -5>>
  %y = tfl.padv2 %x, %p, %v : (tensor<1x4x4x3xi8, #tfl.quant<0.5 : -5>>, tensor<4x2xi32>, tensor<1xi8, #tfl.quant<0.5 : -5>>) -> tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>
  func.return %y : tensor<1x6x7x3xi8, #tfl.quant<0.5 : -5>>
}
