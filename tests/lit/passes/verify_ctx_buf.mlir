// RUN: not helia-opt %s --split-input-file -p verify-ctx-buf 2>&1 | filecheck %s --check-prefix=FIRST
// RUN: helia-opt %s --split-input-file --verify-diagnostics -p verify-ctx-buf | filecheck %s

// FIRST: helia-opt: #3 SOFTMAX y: kernel f uses its buffer, but its rule gives 0 bytes
// CHECK: #3 SOFTMAX y: kernel f uses its buffer, but its rule gives 0 bytes
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "SOFTMAX" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) ctx_buf "required" {source_indices = array<i64: 3>, tensor_names = ["y"]} -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// CHECK: A: kernel f takes no buffer, but is given 8 bytes
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) scratch 8 -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// CHECK: kernel f a buffer of -4 bytes is not possible
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) scratch -4 ctx_buf "required" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// CHECK: kernel f is given 8 bytes, but its descriptor copy_bytes has no buffer
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) scratch 8 ctx_buf "required" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// A conditional usage says nothing: a chosen kernel must know.
// CHECK: kernel f must say whether it uses its buffer
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) ctx_buf "conditional" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}
