// What a kernel needs follows from its descriptor and the core; each chunk plants one violation.
// RUN: not helia-opt %s --split-input-file -p verify-ctx-buf 2>&1 | filecheck %s --check-prefix=FIRST
// RUN: helia-opt %s --split-input-file --verify-diagnostics -p verify-ctx-buf | filecheck %s

// A convolution of 3x3x4 taps: two columns of 36 elements of 16 bits.
// FIRST: helia-opt: #3 CONV_2D y: kernel conv_2d_s8_ctx has too small a buffer: need 144 bytes, have 143
// CHECK: #3 CONV_2D y: kernel conv_2d_s8_ctx has too small a buffer: need 144 bytes, have 143
aot.module <{prefix = "m", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4x4x4xi8>):
  %y = aot.kernel "CONV_2D" via <{key = "conv_2d_s8_ctx", struct_kind = "conv_2d_s8_ctx", helper_name = "conv_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_convolve_wrapper_s8"}> {batches = 1, input_c = 4, output_c = 2, input_h = 4, input_w = 4, output_h = 4, output_w = 4, kernel_h = 3, kernel_w = 3, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 1, dilation_h = 1, dilation_w = 1, group_c = 4} ins(%x : tensor<1x4x4x4xi8>) scratch 143 ctx_buf "required" {source_indices = array<i64: 3>, tensor_names = ["y"]} -> tensor<1x4x4x2xi8>
  aot.return %y : tensor<1x4x4x2xi8>
}

// -----

// The same descriptor on a core with MVE: four columns of whole vectors.
// CHECK: kernel conv_2d_s8_ctx has too small a buffer: need 192 bytes, have 144
aot.module <{prefix = "m", cpu = "cortex-m55", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4x4x4xi8>):
  %y = aot.kernel "CONV_2D" via <{key = "conv_2d_s8_ctx", struct_kind = "conv_2d_s8_ctx", helper_name = "conv_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_convolve_wrapper_s8"}> {batches = 1, input_c = 4, output_c = 2, input_h = 4, input_w = 4, output_h = 4, output_w = 4, kernel_h = 3, kernel_w = 3, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 1, dilation_h = 1, dilation_w = 1, group_c = 4} ins(%x : tensor<1x4x4x4xi8>) scratch 144 ctx_buf "required" -> tensor<1x4x4x2xi8>
  aot.return %y : tensor<1x4x4x2xi8>
}

// -----

// Without any buffer, whatever the call declares.
// CHECK: kernel conv_2d_s8_ctx is declared ignored, but uses its buffer: need 144 bytes, have 0
aot.module <{prefix = "m", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4x4x4xi8>):
  %y = aot.kernel "CONV_2D" via <{key = "conv_2d_s8_ctx", struct_kind = "conv_2d_s8_ctx", helper_name = "conv_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_convolve_wrapper_s8"}> {batches = 1, input_c = 4, output_c = 2, input_h = 4, input_w = 4, output_h = 4, output_w = 4, kernel_h = 3, kernel_w = 3, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 1, dilation_h = 1, dilation_w = 1, group_c = 4} ins(%x : tensor<1x4x4x4xi8>) ctx_buf "ignored" -> tensor<1x4x4x2xi8>
  aot.return %y : tensor<1x4x4x2xi8>
}

// -----

// A rule that gives 0 where a kernel uses its buffer: no window of one tap needs one.
// CHECK: kernel conv_2d_s8_ctx uses its buffer, but its rule gives nothing: need 0 bytes, have 144
aot.module <{prefix = "m", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4x4x4xi8>):
  %y = aot.kernel "CONV_2D" via <{key = "conv_2d_s8_ctx", struct_kind = "conv_2d_s8_ctx", helper_name = "conv_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_convolve_wrapper_s8"}> {batches = 1, input_c = 4, output_c = 2, input_h = 4, input_w = 4, output_h = 4, output_w = 4, kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 0, pad_w = 0, dilation_h = 1, dilation_w = 1, group_c = 4} ins(%x : tensor<1x4x4x4xi8>) scratch 144 ctx_buf "required" -> tensor<1x4x4x2xi8>
  aot.return %y : tensor<1x4x4x2xi8>
}

// -----

// The buffer of a fully connected kernel for MVE is a constant, which cannot be unfilled.
// CHECK: kernel fully_connected_s8_sums has too small a buffer: need 8 bytes, have 0
aot.module <{prefix = "m", cpu = "cortex-m55", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4xi8>):
  %y = aot.kernel "FULLY_CONNECTED" via <{key = "fully_connected_s8_sums", struct_kind = "fully_connected_s8_sums", helper_name = "fully_connected_s8_sums", ctype = "int8_t", cmsis = "arm_fully_connected_s8"}> {units = 2} ins(%x : tensor<1x4xi8>) ctx_buf "required" -> tensor<1x2xi8>
  aot.return %y : tensor<1x2xi8>
}

// -----

// CHECK: kernel fully_connected_s8_sums has too small a buffer: need 8 bytes, have 4
aot.module <{prefix = "m", cpu = "cortex-m55", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4xi8>):
  %sums = aot.constant dense<7> : tensor<1xi32>
  %y = aot.kernel "FULLY_CONNECTED" via <{key = "fully_connected_s8_sums", struct_kind = "fully_connected_s8_sums", helper_name = "fully_connected_s8_sums", ctype = "int8_t", cmsis = "arm_fully_connected_s8"}> {units = 2} ins(%x : tensor<1x4xi8>) constants ["kernel_sums"](%sums : tensor<1xi32>) ctx_buf "required" -> tensor<1x2xi8>
  aot.return %y : tensor<1x2xi8>
}

// -----

// Scratch cannot take its place: nobody would fill it.
// CHECK: kernel fully_connected_s8_sums has too small a buffer: need 8 bytes, have 0
aot.module <{prefix = "m", cpu = "cortex-m55", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4xi8>):
  %y = aot.kernel "FULLY_CONNECTED" via <{key = "fully_connected_s8_sums", struct_kind = "fully_connected_s8_sums", helper_name = "fully_connected_s8_sums", ctype = "int8_t", cmsis = "arm_fully_connected_s8"}> {units = 2} ins(%x : tensor<1x4xi8>) scratch 8 ctx_buf "required" -> tensor<1x2xi8>
  aot.return %y : tensor<1x2xi8>
}

// -----

// Nor can what is computed at run time.
// CHECK: kernel fully_connected_s8_sums has too small a buffer: need 8 bytes, have 0
aot.module <{prefix = "m", cpu = "cortex-m55", provider = "cmsis-nn"}> attributes {input_names = ["x", "s"]} {
^bb0(%x: tensor<1x4xi8>, %s: tensor<2xi32>):
  %y = aot.kernel "FULLY_CONNECTED" via <{key = "fully_connected_s8_sums", struct_kind = "fully_connected_s8_sums", helper_name = "fully_connected_s8_sums", ctype = "int8_t", cmsis = "arm_fully_connected_s8"}> {units = 2} ins(%x : tensor<1x4xi8>) constants ["kernel_sums"](%s : tensor<2xi32>) ctx_buf "required" -> tensor<1x2xi8>
  aot.return %y : tensor<1x2xi8>
}

// -----

// Two words are enough: nothing is said.
// CHECK-NOT: has too small a buffer
// CHECK: %y = aot.kernel "FULLY_CONNECTED" via <{key = "fully_connected_s8_sums"
aot.module <{prefix = "m", cpu = "cortex-m55", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x4xi8>):
  %sums = aot.constant dense<7> : tensor<2xi32>
  %y = aot.kernel "FULLY_CONNECTED" via <{key = "fully_connected_s8_sums", struct_kind = "fully_connected_s8_sums", helper_name = "fully_connected_s8_sums", ctype = "int8_t", cmsis = "arm_fully_connected_s8"}> {units = 2} ins(%x : tensor<1x4xi8>) constants ["kernel_sums"](%sums : tensor<2xi32>) ctx_buf "required" -> tensor<1x2xi8>
  aot.return %y : tensor<1x2xi8>
}

// -----

// Shared kernels and planned buffers are proven as well: the plan gave half a word too little.
// CHECK: kernel average_pool_2d_s8_ctx has too small a buffer: need 16 bytes, have 14
aot.module <{prefix = "m", cpu = "cortex-m4", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x2x2x4xi8>):
  aot.helper <{key = "average_pool_2d_s8_ctx", struct_kind = "average_pool_2d_s8_ctx", helper_name = "average_pool_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_avgpool_s8"}>
  %y = aot.kernel "AVERAGE_POOL_2D" calls @average_pool_2d_s8_ctx {channels = 4} ins(%x : tensor<1x2x2x4xi8>) scratch 16 ctx_buf "required" at [#aot.at<0, 0, 4>, #aot.at<0, 16, 14>] -> tensor<1x1x1x4xi8>
  aot.return %y : tensor<1x1x1x4xi8>
}

// -----

// Nor does it help that the plan gave more than the call says.
// CHECK: kernel average_pool_2d_s8_ctx has too small a buffer: need 16 bytes, have 12
aot.module <{prefix = "m", cpu = "cortex-m4", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x2x2x4xi8>):
  %y = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_ctx", struct_kind = "average_pool_2d_s8_ctx", helper_name = "average_pool_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_avgpool_s8"}> {channels = 4} ins(%x : tensor<1x2x2x4xi8>) scratch 12 ctx_buf "required" at [#aot.at<0, 0, 4>, #aot.at<0, 16, 16>] -> tensor<1x1x1x4xi8>
  aot.return %y : tensor<1x1x1x4xi8>
}

// -----

// Every kernel of the program is asked: here the second.
// CHECK: #1 AVERAGE_POOL_2D z: kernel average_pool_2d_s8_ctx has too small a buffer: need 16 bytes, have 0
aot.module <{prefix = "m", cpu = "cortex-m4", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x2x2x4xi8>):
  %y = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_ctx", struct_kind = "average_pool_2d_s8_ctx", helper_name = "average_pool_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_avgpool_s8"}> {channels = 4} ins(%x : tensor<1x2x2x4xi8>) scratch 16 ctx_buf "required" {source_indices = array<i64: 0>, tensor_names = ["y"]} -> tensor<1x2x2x4xi8>
  %z = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_ctx", struct_kind = "average_pool_2d_s8_ctx", helper_name = "average_pool_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_avgpool_s8"}> {channels = 4} ins(%y : tensor<1x2x2x4xi8>) ctx_buf "required" {source_indices = array<i64: 1>, tensor_names = ["z"]} -> tensor<1x1x1x4xi8>
  aot.return %z : tensor<1x1x1x4xi8>
}

// -----

// A call of a kernel that nobody declares.
// CHECK: AVERAGE_POOL_2D: no shared helper is called @average_pool_2d_s8_ctx
aot.module <{prefix = "m", cpu = "cortex-m4", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x2x2x4xi8>):
  %y = aot.kernel "AVERAGE_POOL_2D" calls @average_pool_2d_s8_ctx {channels = 4} ins(%x : tensor<1x2x2x4xi8>) scratch 16 ctx_buf "required" -> tensor<1x1x1x4xi8>
  aot.return %y : tensor<1x1x1x4xi8>
}

// -----

// CHECK: kernel f is declared no_ctx, but is given a buffer: need 0 bytes, have 8
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) scratch 8 -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// CHECK: kernel f is declared ignored, but is given a buffer: need 0 bytes, have 8
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) scratch 8 ctx_buf "ignored" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// CHECK: kernel f is given a buffer of an impossible size: need 0 bytes, have -4
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) scratch -4 ctx_buf "required" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// A tensor reference holds 28 bits.
// CHECK: kernel f is given a buffer of an impossible size: need 0 bytes, have 268435456
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) scratch 268435456 ctx_buf "required" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// Numbers whose buffer is larger than any memory.
// CHECK: kernel average_pool_2d_s8_ctx has a rule of an impossible size: need 8589934588 bytes, have 16
aot.module <{prefix = "m", cpu = "cortex-m4", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x2x2x4xi8>):
  %y = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_ctx", struct_kind = "average_pool_2d_s8_ctx", helper_name = "average_pool_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_avgpool_s8"}> {channels = 2147483647} ins(%x : tensor<1x2x2x4xi8>) scratch 16 ctx_buf "required" -> tensor<1x1x1x4xi8>
  aot.return %y : tensor<1x1x1x4xi8>
}

// -----

// The smallest that no tensor reference finds.
// CHECK: kernel average_pool_2d_s8_ctx has a rule of an impossible size: need 268435456 bytes, have 16
aot.module <{prefix = "m", cpu = "cortex-m4", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x2x2x4xi8>):
  %y = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_ctx", struct_kind = "average_pool_2d_s8_ctx", helper_name = "average_pool_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_avgpool_s8"}> {channels = 67108864} ins(%x : tensor<1x2x2x4xi8>) scratch 16 ctx_buf "required" -> tensor<1x1x1x4xi8>
  aot.return %y : tensor<1x1x1x4xi8>
}

// -----

// CHECK: kernel average_pool_2d_s8_ctx has a rule of an impossible size: need -16 bytes, have 16
aot.module <{prefix = "m", cpu = "cortex-m4", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x2x2x4xi8>):
  %y = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_ctx", struct_kind = "average_pool_2d_s8_ctx", helper_name = "average_pool_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_avgpool_s8"}> {channels = -4} ins(%x : tensor<1x2x2x4xi8>) scratch 16 ctx_buf "required" -> tensor<1x1x1x4xi8>
  aot.return %y : tensor<1x1x1x4xi8>
}

// -----

// CHECK: kernel average_pool_2d_s8_ctx: its descriptor has no number channels
aot.module <{prefix = "m", cpu = "cortex-m4", provider = "cmsis-nn"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x2x2x4xi8>):
  %y = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_ctx", struct_kind = "average_pool_2d_s8_ctx", helper_name = "average_pool_2d_s8_ctx", ctype = "int8_t", cmsis = "arm_avgpool_s8"}> {} ins(%x : tensor<1x2x2x4xi8>) scratch 16 ctx_buf "required" -> tensor<1x1x1x4xi8>
  aot.return %y : tensor<1x1x1x4xi8>
}

// -----

// CHECK: kernel f uses its buffer, but its rule gives nothing: need 0 bytes, have 0
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "SOFTMAX" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) ctx_buf "required" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// A conditional usage says nothing: a chosen kernel must know.
// CHECK: kernel f must say whether it uses its buffer: need 0 bytes, have 0
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "A" via <{key = "f", struct_kind = "copy_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<16xi8>) ctx_buf "conditional" -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}

// -----

// Bundled kernels have rules too: half of the depth is missing in the numbers, so is the buffer.
// CHECK: kernel fully_connected_s8_dsp has too small a buffer: need 256 bytes, have 128
aot.module <{prefix = "m", cpu = "cortex-m4"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x128xi8>):
  %y = aot.kernel "FULLY_CONNECTED" via <{key = "fully_connected_s8_dsp", struct_kind = "fully_connected_s8_dsp", helper_name = "fully_connected_s8_dsp", ctype = "int8_t", cmsis = ""}> {batches = 1, depth = 128, units = 4, groups = 16, form = 1} ins(%x : tensor<1x128xi8>) scratch 128 ctx_buf "required" -> tensor<1x4xi8>
  aot.return %y : tensor<1x4xi8>
}
