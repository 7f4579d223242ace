// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.logistic %x :
// KERNEL: lut_s8
// KERNEL-SAME: size = 4
func.func @main(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.00390625 : -128>> {
  %y = tfl.logistic %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.00390625 : -128>>
  func.return %y : tensor<4xi8, #tfl.quant<0.00390625 : -128>>
}
