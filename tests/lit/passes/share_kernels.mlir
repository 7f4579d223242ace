// RUN: helia-opt %s -p share-kernels | filecheck %s
// RUN: helia-opt %s -p share-kernels,share-kernels | filecheck %s

// Two calls of one signature share its helper; helpers stand first, sorted by key.
// CHECK: ^bb0
// CHECK-NEXT: aot.helper <{key = "f",
// CHECK-NEXT: aot.helper <{key = "g",
// CHECK-NEXT: aot.kernel "A" calls @g
// CHECK-NEXT: aot.kernel "B" calls @f
// CHECK-NEXT: aot.kernel "C" calls @g
// CHECK-NEXT: aot.return
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "g", struct_kind = "k", helper_name = "g", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) -> tensor<16xi8>
  %b = aot.kernel "B" via <{key = "f", struct_kind = "k", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%a : tensor<16xi8>) -> tensor<16xi8>
  %c = aot.kernel "C" via <{key = "g", struct_kind = "k", helper_name = "g", ctype = "int8_t", cmsis = ""}> {} ins(%b : tensor<16xi8>) -> tensor<16xi8>
  aot.return %c : tensor<16xi8>
}
