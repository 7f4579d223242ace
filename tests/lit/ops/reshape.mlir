// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.reshape %x, %s :
// CHECK: tfl.reshape %y to [-1] :
// CHECK: tfl.reshape %x :
// KERNEL: aot.view
func.func @main(%x: tensor<2x6xi8, #tfl.quant<0.5 : 1>>) -> (tensor<12xi8, #tfl.quant<0.5 : 1>>, tensor<3x4xi8, #tfl.quant<0.5 : 1>>) {
  %s = tfl.const dense<[3, -1]> : tensor<2xi32>
  %y = tfl.reshape %x, %s : (tensor<2x6xi8, #tfl.quant<0.5 : 1>>, tensor<2xi32>) -> tensor<3x4xi8, #tfl.quant<0.5 : 1>>
  %z = tfl.reshape %y to [-1] : (tensor<3x4xi8, #tfl.quant<0.5 : 1>>) -> tensor<12xi8, #tfl.quant<0.5 : 1>>
  %w = tfl.reshape %x : (tensor<2x6xi8, #tfl.quant<0.5 : 1>>) -> tensor<3x4xi8, #tfl.quant<0.5 : 1>>
  %t = tfl.add %z, %z : (tensor<12xi8, #tfl.quant<0.5 : 1>>, tensor<12xi8, #tfl.quant<0.5 : 1>>) -> tensor<12xi8, #tfl.quant<0.5 : 1>>
  func.return %t, %w : tensor<12xi8, #tfl.quant<0.5 : 1>>, tensor<3x4xi8, #tfl.quant<0.5 : 1>>
}
