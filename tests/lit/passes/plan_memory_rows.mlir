// RUN: helia-opt %s -p share-kernels,plan-memory | filecheck %s
// RUN: helia-opt %s -p share-kernels,plan-memory | helia-opt | filecheck %s
// RUN: helia-opt %s --print-op-generic | helia-opt -p share-kernels,plan-memory | filecheck %s
// RUN: helia-opt %s -p share-kernels,plan-memory -t c | filecheck %s --check-prefix=C
// RUN: sed 's/prefix = "rings"/prefix = "rings", schedule = "calls", checks = true/' %s | helia-opt -p share-kernels,plan-memory -t c | filecheck %s --check-prefix=CALLS

// A ring of two rows between a layer of twelve rows and one of six; the ring is in use as long as the
// loop runs, with the input and the output.
// CHECK: size = 640, alignment = 16, lower_bound = 640
// CHECK-SAME: inputs_at [#aot.at<0, {{[0-9]+}}, 384>]
// CHECK: %y = aot.rows 6 at [#aot.at<0, [[Y:[0-9]+]], 192>] -> tensor<1x6x4x8xi8> do {
// CHECK: %a = aot.kernel "AVERAGE_POOL_2D" calls @average_pool_2d_s8_rows rows <{lead = 2, pace = 2}> {{.*}} at [#aot.at<0, {{[0-9]+}}, 64>] -> tensor<1x2x4x8xi8>
// CHECK: %b = aot.kernel {{.*}} rows <{lead = 1, pace = 1}> {{.*}} at [#aot.at<0, [[Y]], 192>] -> tensor<1x6x4x8xi8>
// CHECK: aot.yield %b

// One step of the schedule, a table of its calls.
// C: static const row_call_t rows_0_calls[2] = {
// C-NEXT: {rings_run_average_pool_2d_s8_rows, &average_pool_2d_1, 12, 2, 2},
// C-NEXT: {rings_run_average_pool_2d_s8_rows, &average_pool_2d_2, 6, 1, 1},
// C: static const row_loop_t rows_0 = {rows_0_calls, 2, 6};
// C: {run_rows, &rows_0},

// With checks each call of the loop is watched, by its own number.
// CALLS: result == RINGS_OVERWRITTEN
// CALLS: rings_canaries_set(c->op, regions);
// CALLS: {rings_run_average_pool_2d_s8_rows, &average_pool_2d_2, 6, 1, 1, 2},
// CALLS: int32_t rings_rows_0_run(uint8_t *const *regions)
// CALLS: return run_rows(&rows_0, regions);
// CALLS-NOT: average_pool_2d_1_run
aot.module <{prefix = "rings"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<1x12x4x8xi8>):
  %y = aot.rows 6 -> tensor<1x6x4x8xi8> do {
    %a = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 2, pace = 2}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 12, output_w = 4, kernel_h = 3, kernel_w = 1, stride_h = 1, stride_w = 1, pad_h = 1, pad_w = 0, input_rows = 12, output_rows = 2} ins(%x : tensor<1x12x4x8xi8>) -> tensor<1x2x4x8xi8>
    %b = aot.kernel "AVERAGE_POOL_2D" via <{key = "average_pool_2d_s8_rows", struct_kind = "average_pool_2d_s8_rows", helper_name = "average_pool_2d_s8_rows", ctype = "int8_t", cmsis = ""}> rows <{lead = 1, pace = 1}> {act_min = -128, act_max = 127, batches = 1, channels = 8, input_h = 12, input_w = 4, output_h = 6, output_w = 4, kernel_h = 2, kernel_w = 1, stride_h = 2, stride_w = 1, pad_h = 0, pad_w = 0, input_rows = 2, output_rows = 6} ins(%a : tensor<1x2x4x8xi8>) -> tensor<1x6x4x8xi8>
    aot.yield %b : tensor<1x6x4x8xi8>
  }
  aot.return %y : tensor<1x6x4x8xi8>
}
