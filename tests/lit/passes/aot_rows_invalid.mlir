// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: rows are what a call in aot.rows makes, and no other
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 12} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x12x4x8xi8>
  aot.return %a : tensor<1x12x4x8xi8>
}

// -----

// CHECK: rows are what a call in aot.rows makes, and no other
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: a call that makes rows has one output, which overlaps nothing
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: there are 0 steps, should be at least 1
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 0 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: the block should yield results of its calls, each once
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x12x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %x : tensor<1x12x4x8xi8>
  }
  aot.return %y : tensor<1x12x4x8xi8>
}

// -----

// CHECK: aot.view makes no rows; only calls that do stand here
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    %v = aot.view "RESHAPE" %b : tensor<1x6x4x8xi8> -> tensor<1x6x4x8xi8>
    aot.yield %v : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}

// -----

// CHECK: the block yields tensor<1x6x4x8xi8>, should be tensor<1x5x4x8xi8>
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x5x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x5x4x8xi8>
}

// -----

// CHECK: pace is 0, should be at least 1
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 0}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}
