// A packing belongs to a kind of descriptor; each chunk plants one violation.
// RUN: helia-opt %s --split-input-file --verify-diagnostics -p pack-weights | filecheck %s

// No kind has a packing of this name.
// CHECK: #3 CONV_2D y: its kernel has no packing conv_2d_s9_dsp
aot.module <{prefix = "m", cpu = "cortex-m4"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4xi8>):
  %w = aot.constant dense<1> : tensor<4xi8>
  %y = aot.kernel "CONV_2D" via <{key = "conv_2d_s8_dsp", struct_kind = "conv_2d_s8_dsp", helper_name = "conv_2d_s8_dsp", ctype = "int8_t", cmsis = ""}> packs "conv_2d_s9_dsp" {in_h = 4} ins(%x : tensor<1x4xi8>) constants ["weights"](%w : tensor<4xi8>) ctx_buf "ignored" {source_indices = array<i64: 3>, tensor_names = ["y"]} -> tensor<1x4xi8>
  aot.return %y : tensor<1x4xi8>
}

// -----

// One that the descriptor of another kind has.
// CHECK: #3 CONV_2D y: its kernel has no packing rows_s8_mve
aot.module <{prefix = "m", cpu = "cortex-m4"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4xi8>):
  %w = aot.constant dense<1> : tensor<4xi8>
  %y = aot.kernel "CONV_2D" via <{key = "conv_2d_s8_dsp", struct_kind = "conv_2d_s8_dsp", helper_name = "conv_2d_s8_dsp", ctype = "int8_t", cmsis = ""}> packs "rows_s8_mve" {in_h = 4} ins(%x : tensor<1x4xi8>) constants ["weights"](%w : tensor<4xi8>) ctx_buf "ignored" {source_indices = array<i64: 3>, tensor_names = ["y"]} -> tensor<1x4xi8>
  aot.return %y : tensor<1x4xi8>
}

// -----

// A kind that reads constants as they stand in the model.
// CHECK: #3 CONV_2D y: its kernel has no packing conv_2d_s8_dsp
aot.module <{prefix = "m", cpu = "cortex-m4"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4xi8>):
  %w = aot.constant dense<1> : tensor<4xi8>
  %y = aot.kernel "CONV_2D" via <{key = "conv_2d_s8", struct_kind = "conv_2d_s8", helper_name = "conv_2d_s8", ctype = "int8_t", cmsis = ""}> packs "conv_2d_s8_dsp" {in_h = 4} ins(%x : tensor<1x4xi8>) constants ["weights"](%w : tensor<4xi8>) ctx_buf "ignored" {source_indices = array<i64: 3>, tensor_names = ["y"]} -> tensor<1x4xi8>
  aot.return %y : tensor<1x4xi8>
}

// -----

// A kernel that no helper stands for.
// CHECK: #3 CONV_2D y: its kernel has no packing conv_2d_s8_dsp
aot.module <{prefix = "m", cpu = "cortex-m4"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4xi8>):
  %w = aot.constant dense<1> : tensor<4xi8>
  %y = aot.kernel "CONV_2D" calls @conv_2d_s8_dsp packs "conv_2d_s8_dsp" {in_h = 4} ins(%x : tensor<1x4xi8>) constants ["weights"](%w : tensor<4xi8>) ctx_buf "ignored" {source_indices = array<i64: 3>, tensor_names = ["y"]} -> tensor<1x4xi8>
  aot.return %y : tensor<1x4xi8>
}
