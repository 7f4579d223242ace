// RUN: helia-opt %s -p 'share-kernels,plan-memory{rules="constant=mram>itcm"}' -t c | filecheck %s
// RUN: sed 's/prefix = "m"/prefix = "m", allocate_arenas = false/' %s | helia-opt -p share-kernels,plan-memory -t c | filecheck %s --check-prefix=BOUND

// A staged region is a writable object, behind a guard at address zero, and its source.
// CHECK-LABEL: // ==== src/m_arenas.c
// CHECK: M_PUT_IN_SRAM
// CHECK-NEXT: M_ALIGNED(16)
// CHECK-NEXT: uint8_t m_scratch_sram[32];
// CHECK: M_PUT_IN_ITCM
// CHECK-NEXT: M_ALIGNED(16)
// CHECK-NEXT: uint8_t m_constant_itcm_from_mram[16 + 16];
// CHECK-LABEL: // ==== src/m_constants.c
// CHECK: M_PUT_IN_MRAM
// CHECK: const struct m_constant_itcm_from_mram m_constant_itcm_from_mram_source = {
// CHECK-LABEL: // ==== src/m_hydrate_constants.c
// CHECK: .region = M_REGION_CONSTANT_ITCM_FROM_MRAM,
// CHECK-NEXT: .source = (const uint8_t *)&m_constant_itcm_from_mram_source,
// CHECK: ctx->regions[1] = m_constant_itcm_from_mram + 16;

// Bound regions have no object; constants are bytes in a file, here in hex.
// BOUND-NOT: m_arenas.c
// BOUND-NOT: m_constants.c
// BOUND-LABEL: // ==== sidecars/m_constant_mram.bin
// BOUND-NEXT: 01020304000000000000000000000000
// BOUND-LABEL: // ==== src/m_bind_arena.c
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  %w = aot.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %a = aot.kernel "COPY" via <{key = "f", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 16} ins(%x : tensor<16xi8>) constants ["table"](%w : tensor<4xi8>) -> tensor<16xi8>
  aot.return %a : tensor<16xi8>
}
