// RUN: helia-opt %s --split-input-file --verify-diagnostics -p plan-memory | filecheck %s

// CHECK: AVERAGE_POOL_2D: row 0 in step 0 reads rows 0 to 2 of its input, of which 2 are made
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: AVERAGE_POOL_2D: row 0 in step 0 reads row 0 of its input, of which the last 2 of 3 are held
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 3, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: AVERAGE_POOL_2D: 5 of 6 rows are made, in a tensor of 6: not the whole output
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 5 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: AVERAGE_POOL_2D: 12 of 12 rows are made, in a tensor of 2: not the whole output
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x2x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    aot.yield %a : tensor<1x2x4x8xi8>
  }
  aot.return %y : tensor<1x2x4x8xi8>
}

// -----

// CHECK: AVERAGE_POOL_2D: reads 10 rows of a layer that makes 12
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 10, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: AVERAGE_POOL_2D: input_rows is 11 of 12, the input has shape (1, 12, 4, 8)
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 11, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: AVERAGE_POOL_2D: has no number kernel_h, so it slides no window
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}
