/*
 * Requantization of blocks of eight channels whose shifts all go to the right: 16 instructions per
 * eight results.
 *
 * void helia_requant_mve_right(helia_block_mve_t *b), see helia_requant_mve.h
 */
#if defined(__ARM_FEATURE_MVE)
#include "helia_requant_mve_asm.h"
.macro helia_right_step
    vldrw.u32    q4, [r0], #16
    vqrdmulh.s32 q4, q4, q0
    vldrw.u32    q5, [r1], #16
    vqrdmulh.s32 q5, q5, q1
    vshr.s32     q6, q4, #31
    vadd.i32     q4, q4, q6
    vshr.s32     q7, q5, #31
    vrshl.s32    q4, q4, q2
    vadd.i32     q5, q5, q7
    vqmovnb.s32  q4, q4
    vrshl.s32    q5, q5, q3
    vqmovnt.s32  q4, q5
    vqadd.s16    q4, q4, r12
    vqmovnb.s16  q4, q4
    vstrb.16     q4, [r3]
    add          r3, r3, r4
.endm
    helia_requant_open helia_requant_mve_right
    bcc     2f
1:
    helia_right_step
2:
    helia_right_step
    le      lr, 1b
    helia_requant_close helia_requant_mve_right
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
