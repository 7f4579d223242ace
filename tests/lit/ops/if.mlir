// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.if %c : tensor<1xi1> -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> then {
// CHECK: tfl.yield %s
// CHECK: } else {
// CHECK-NEXT: tfl.yield %x
// KERNEL: aot.if %c : tensor<1xi1> -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> then {
// KERNEL-NEXT: %s = aot.kernel "ADD" via <{key = "add_s8"
// KERNEL-NEXT: aot.yield %s
// KERNEL-NEXT: } else {
// KERNEL-NEXT: aot.yield %x
func.func @main(%c: tensor<1xi1>, %x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> {
  %y = tfl.if %c : tensor<1xi1> -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> then {
    %s = tfl.add %x, %x : (tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
    tfl.yield %s : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  } else {
    tfl.yield %x : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  }
  func.return %y : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
}
