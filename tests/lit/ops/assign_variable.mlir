// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p canonicalize,lower-to-aot | filecheck %s --check-prefix=KERNEL

// Both are kept, and in their order: what an operator does to state is no dead code.
// CHECK: tfl.assign_variable %h, %x : tensor<!tfl.resource>, tensor<1x4xi8
// KERNEL: [[V:%.*]] = aot.variable dense<-3>
// KERNEL: aot.kernel "ASSIGN_VARIABLE" via <{key = "copy_bytes"{{.*}}ins(%x {{.*}}states([[V]]
// KERNEL: aot.kernel "ASSIGN_VARIABLE" via <{key = "copy_bytes"{{.*}}ins(%y {{.*}}states([[V]]
func.func @main(%x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>, %y: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) {
  %h = tfl.var_handle "v" : tensor<!tfl.resource>
  tfl.assign_variable %h, %x : tensor<!tfl.resource>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  tfl.assign_variable %h, %y : tensor<!tfl.resource>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  func.return
}
