// RUN: not helia-opt %s -p share-kernels 2>&1 | filecheck %s

// One key with two meanings is an error, never the last one wins.
// CHECK: helia-opt: kernel f is declared as {{.*}}helper_name='f'{{.*}} and {{.*}}helper_name='other'
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "k", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) -> tensor<16xi8>
  %b = aot.kernel "B" via <{key = "f", struct_kind = "k", helper_name = "other", ctype = "int8_t", cmsis = ""}> {} ins(%a : tensor<16xi8>) -> tensor<16xi8>
  aot.return %b : tensor<16xi8>
}
