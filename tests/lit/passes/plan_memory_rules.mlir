// RUN: helia-opt %s -p 'plan-memory{rules="constant=mram>dtcm","*/w2=psram","scratch=itcm","output=sram"}' | filecheck %s
// RUN: helia-opt %s -p 'plan-memory{rules="output=sram","scratch=itcm","*/w2=psram","constant=mram>dtcm"}' | filecheck %s --check-prefix=LATER

// A region is one role in one memory with one source; the settings of a rule are decided one by one.
// CHECK: memory [#aot.region<{role = "scratch", memory = "itcm", source_memory = "itcm", size = 32,
// CHECK-SAME: #aot.region<{role = "scratch", memory = "sram", source_memory = "sram", size = 16,
// CHECK-SAME: #aot.region<{role = "constant", memory = "dtcm", source_memory = "mram", size = 16, alignment = 16, lower_bound = 16}>
// CHECK-SAME: #aot.region<{role = "constant", memory = "dtcm", source_memory = "psram", size = 16, alignment = 16, lower_bound = 16}>]
// CHECK-SAME: inputs_at [#aot.at<0, 0, 16>]
// CHECK: %w1 = aot.constant {{.*}} at [#aot.at<2, 0, 4>]
// CHECK: %w2 = aot.constant {{.*}} at [#aot.at<3, 0, 4>]
// CHECK: %a = aot.kernel {{.*}} at [#aot.at<0, 16, 16>]
// CHECK: %b = aot.kernel {{.*}} at [#aot.at<1, 0, 16>]

// Output and scratch are equally specific: the later rule takes the output too.
// LATER: memory [#aot.region<{role = "scratch", memory = "itcm", source_memory = "itcm", size = 32,
// LATER-NOT: memory = "sram"
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %w1 = aot.constant dense<[1, 2, 3, 4]> : tensor<4xi8> {tensor_names = ["w1"]}
  %w2 = aot.constant dense<[4, 3, 2, 1]> : tensor<4xi8> {tensor_names = ["w2"]}
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) constants ["w"](%w1 : tensor<4xi8>) -> tensor<16xi8>
  %b = aot.kernel "B" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%a : tensor<16xi8>) constants ["w"](%w2 : tensor<4xi8>) -> tensor<16xi8>
  aot.return %b : tensor<16xi8>
}
