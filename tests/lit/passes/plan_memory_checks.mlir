// RUN: helia-opt %s -p plan-memory | filecheck %s

// With checks every scratch tensor, and the scratch of every kernel, has 16 bytes behind it; what
// the plan says of a tensor's size is without them.
// CHECK: memory [#aot.region<{role = "scratch", memory = "sram", source_memory = "sram", size = 96,
// CHECK-SAME: #aot.region<{role = "constant", memory = "mram", source_memory = "mram", size = 16,
// CHECK: %a = aot.kernel {{.*}} scratch 8 {{.*}} at [#aot.at<0, {{[0-9]+}}, 16>, #aot.at<0, {{[0-9]+}}, 8>]
aot.module <{prefix = "m", checks = true}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %w = aot.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) constants ["w"](%w : tensor<4xi8>) scratch 8 ctx_buf "required" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}
