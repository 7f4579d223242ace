/*
 * Requantization of blocks of eight channels by a line: 10 instructions per eight results.
 *
 * void helia_requant_mve_linear_N(helia_block_mve_t *b), see helia_requant_mve.h
 *   ((2 * acc * multiplier >> 32) + addend + half) >> N, saturated to 16 bits on the way, to 8 after
 */
#if defined(__ARM_FEATURE_MVE)
#include "helia_requant_mve_asm.h"
.macro helia_linear_step x, y, shift
    vldrw.u32    \x, [r0], #16
    vqdmulh.s32  \x, \x, q0
    vldrw.u32    \y, [r1], #16
    vqdmulh.s32  \y, \y, q1
    vqmovnb.s32  \x, \x
    vqmovnt.s32  \x, \y
    vqadd.s16    \x, \x, q2
    vqrshrnb.s16 \x, \x, #\shift
    vstrb.16     \x, [r3]
    add          r3, r3, r4
.endm
.macro helia_linear shift
    helia_requant_open helia_requant_mve_linear_\shift
    vmovnb.i32 q2, q2
    vmovnt.i32 q2, q3
    bcc     2f
1:
    helia_linear_step q3, q4, \shift
2:
    helia_linear_step q3, q5, \shift
    le      lr, 1b
    helia_requant_close helia_requant_mve_linear_\shift
.endm
    helia_linear 4
    helia_linear 2
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
