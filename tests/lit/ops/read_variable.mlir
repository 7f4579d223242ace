// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p canonicalize,lower-to-aot | filecheck %s --check-prefix=KERNEL

// The first read lives until the variable is assigned: it is the variable's bytes. The second one
// is read behind that, and the last one is an output: both are copies.
// CHECK: tfl.read_variable %h : (tensor<!tfl.resource>) -> tensor<1x4xi8
// KERNEL: [[V:%.*]] = aot.variable dense<-3>
// KERNEL: [[A:%.*]] = aot.view "READ_VARIABLE" [[V]]
// KERNEL: [[B:%.*]] = aot.kernel "READ_VARIABLE" via <{key = "copy_bytes"{{.*}}ins([[V]]
// KERNEL: aot.kernel "ASSIGN_VARIABLE"
// KERNEL: aot.kernel "ADD" {{.*}}ins([[B]]
// KERNEL: aot.kernel "READ_VARIABLE" {{.*}}ins([[V]]
// A read that nobody uses goes away.
// KERNEL-NOT: READ_VARIABLE
func.func @main(%x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> (tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>) {
  %h = tfl.var_handle "v" : tensor<!tfl.resource>
  %a = tfl.read_variable %h : (tensor<!tfl.resource>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  %b = tfl.read_variable %h : (tensor<!tfl.resource>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  %s = tfl.add %a, %x : (tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  tfl.assign_variable %h, %s : tensor<!tfl.resource>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  %t = tfl.add %b, %x : (tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  %c = tfl.read_variable %h : (tensor<!tfl.resource>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  %d = tfl.read_variable %h : (tensor<!tfl.resource>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  func.return %t, %c : tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
}
