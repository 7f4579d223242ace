/*
 * The matrix tile of depth 8, see helia_tile_mve_asm.h: one vector holds two positions, q4-q7 hold
 * the eight weights of a channel twice, and predication picks the position. Then-else-else-then
 * leaves P0 as it was.
 */
#if defined(__ARM_FEATURE_MVE)
#include "helia_tile_mve_asm.h"
.macro helia_twice low, high, at
    ldrd    r0, r2, [r5, #\at]
    vmov    \low, r0, r2
    vmov    \high, r0, r2
.endm
.macro helia_tile_two
    ldm     sp, {r0, r2, r4, r6, r8, r10, r12, lr}
    vldrw.u32    q0, [r1], #16
    vpsteet
    vmladavat.s8 r0, q0, q4
    vmladavae.s8 r8, q0, q4
    vmladavae.s8 r10, q0, q5
    vmladavat.s8 r2, q0, q5
    vpsteet
    vmladavat.s8 r4, q0, q6
    vmladavae.s8 r12, q0, q6
    vmladavae.s8 lr, q0, q7
    vmladavat.s8 r6, q0, q7
.endm
    helia_tile_open helia_tile_mve_k8
    helia_twice d8, d9, 0
    helia_twice d10, d11, 8
    helia_twice d12, d13, 16
    helia_twice d14, d15, 24
    movs    r7, #0xff
    vmsr    p0, r7
    helia_tile_twice
1:
    helia_tile_two
    helia_tile_store
4:
    helia_tile_two
    helia_tile_close helia_tile_mve_k8, 8, 32
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
