// RUN: helia-opt %s -p plan-memory | filecheck %s
// RUN: helia-opt %s -p plan-memory | helia-opt | filecheck %s

// A chain needs two buffers at a time; a constant goes to its own region, a view to its operand's.
// CHECK: memory [#aot.region<{role = "scratch", memory = "sram", source_memory = "sram", size = 48, alignment = 16, lower_bound = 48}>, #aot.region<{role = "constant"
// CHECK-SAME: inputs_at [#aot.at<0, 0, 16>]
// CHECK: %w = aot.constant {{.*}} at [#aot.at<1, 0, 4>]
// CHECK: %a = aot.kernel {{.*}} at [#aot.at<0, 16, 32>]
// CHECK: %b = aot.view "RESHAPE" %a at [#aot.at<0, 16, 32>]
// CHECK: %c = aot.kernel {{.*}} at [#aot.at<0, 0, 16>]
aot.module <{prefix = "chain"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x16xi8>):
  %w = aot.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<1x16xi8>) constants ["w"](%w : tensor<4xi8>) -> tensor<1x32xi8>
  %b = aot.view "RESHAPE" %a : tensor<1x32xi8> -> tensor<32xi8>
  %c = aot.kernel "C" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%b : tensor<32xi8>) -> tensor<1x16xi8>
  aot.return %c : tensor<1x16xi8>
}
