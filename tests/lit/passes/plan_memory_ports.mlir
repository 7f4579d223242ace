// RUN: helia-opt %s --split-input-file -p 'plan-memory{rules="input=@application","output=@application"}' | filecheck %s

// The buffers that the application brings stand behind the regions, one for each; a view of an
// output's bytes is that output.
// CHECK: memory [#aot.region<{role = "scratch", memory = "sram", source_memory = "sram", size = 16,
// CHECK-SAME: #aot.region<{role = "port", memory = "application", source_memory = "application", size = 16,
// CHECK-SAME: #aot.region<{role = "port", memory = "application", source_memory = "application", size = 16,
// CHECK-SAME: inputs_at [#aot.at<1, 0, 16>]
// CHECK: %a = aot.kernel {{.*}} at [#aot.at<0, 0, 16>]
// CHECK: %b = aot.kernel {{.*}} at [#aot.at<2, 0, 16>]
// CHECK: %c = aot.view {{.*}} at [#aot.at<2, 0, 16>]
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) -> tensor<16xi8>
  %b = aot.kernel "B" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%a : tensor<16xi8>) -> tensor<16xi8>
  %c = aot.view "RESHAPE" %b : tensor<16xi8> -> tensor<4x4xi8>
  aot.return %c : tensor<4x4xi8>
}

// -----

// Bytes that serve two ports cannot be two buffers; a constant is never one.
// CHECK: memory [#aot.region<{role = "scratch",
// CHECK-SAME: #aot.region<{role = "constant",
// CHECK-NOT: role = "port"
// CHECK: aot.return
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %w = aot.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  aot.return %x, %w : tensor<16xi8>, tensor<4xi8>
}
