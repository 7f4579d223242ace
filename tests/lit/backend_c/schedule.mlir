// RUN: helia-opt %s -p share-kernels,plan-memory -t c | filecheck %s
// RUN: sed 's/prefix = "m"/prefix = "m", schedule = "calls", callbacks = true/' %s | helia-opt -p share-kernels,plan-memory -t c | filecheck %s --check-prefix=CALLS

// A table entry is a shared helper on a descriptor; a view has neither and is left out.
// CHECK-LABEL: // ==== includes-api/m_context.h
// CHECK: #define M_OPERATORS 3
// CHECK-NOT: callback
// CHECK-LABEL: // ==== src/m_model.c
// CHECK: static const m_copy_bytes_t copy_0 = {
// CHECK: {m_run_copy_bytes, &copy_0},
// CHECK-NEXT: {m_run_copy_bytes, &copy_2},
// CHECK-NEXT: };

// With callbacks every operator is reported, a view too; a step is its position.
// CALLS-LABEL: // ==== includes-api/m_context.h
// CALLS: m_callback_t callback; /* may be NULL */
// CALLS-LABEL: // ==== src/m_model.c
// CALLS: #define STEPS 3
// CALLS: case 0:
// CALLS-NEXT: return m_copy_0_run(regions);
// CALLS-NEXT: case 2:
// CALLS-NEXT: return m_copy_2_run(regions);
// CALLS-NEXT: default:
// CALLS-LABEL: // ==== src/m_operators.c
// CALLS: int32_t m_copy_2_run(uint8_t *const *regions)
// CALLS-NEXT: {
// CALLS-NEXT: return m_run_copy_bytes(&copy_2, regions);
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %a = aot.kernel "COPY" via <{key = "f", struct_kind = "copy_bytes", helper_name = "copy_bytes", ctype = "int8_t", cmsis = ""}> {size = 16} ins(%x : tensor<16xi8>) -> tensor<16xi8>
  %b = aot.view "RESHAPE" %a : tensor<16xi8> -> tensor<4x4xi8>
  %c = aot.kernel "COPY" via <{key = "f", struct_kind = "copy_bytes", helper_name = "copy_bytes", ctype = "int8_t", cmsis = ""}> {size = 16} ins(%b : tensor<4x4xi8>) -> tensor<16xi8>
  aot.return %c : tensor<16xi8>
}
