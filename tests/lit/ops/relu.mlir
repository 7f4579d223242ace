// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.relu %x :
// KERNEL: lut_s8
// KERNEL-SAME: size = 4
func.func @main(%x: tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -128>> {
  %y = tfl.relu %x : (tensor<4xi8, #tfl.quant<0.5 : -3>>) -> tensor<4xi8, #tfl.quant<0.25 : -128>>
  func.return %y : tensor<4xi8, #tfl.quant<0.25 : -128>>
}
