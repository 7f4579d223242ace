// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: %h = tfl.var_handle "a/b" : tensor<!tfl.resource>
// KERNEL: %{{.*}} = aot.variable dense<-3> : tensor<1x4xi8{{.*}} {tensor_names = ["a/b"]}
// KERNEL-NOT: VAR_HANDLE
func.func @main() -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> {
  %h = tfl.var_handle "a/b" : tensor<!tfl.resource>
  %y = tfl.read_variable %h : (tensor<!tfl.resource>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  func.return %y : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
}
