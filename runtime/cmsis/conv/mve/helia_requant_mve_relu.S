/*
 * Requantization of blocks of eight channels under a ReLU: 12 instructions per eight results. A
 * narrowing to unsigned 16 and 8 bits clamps to 0..255, then 128 is taken off.
 *
 * void helia_requant_mve_relu(helia_block_mve_t *b), see helia_requant_mve.h
 */
#if defined(__ARM_FEATURE_MVE)
#include "helia_requant_mve_asm.h"
.macro helia_relu_step x, y
    vldrw.u32    \x, [r0], #16
    vqrdmulh.s32 \x, \x, q0
    vldrw.u32    \y, [r1], #16
    vrshl.s32    \x, \x, q2
    vqrdmulh.s32 \y, \y, q1
    vqmovunb.s32 \x, \x
    vrshl.s32    \y, \y, q3
    vqmovunt.s32 \x, \y
    vqmovnb.u16  \x, \x
    vadd.i16     \x, \x, r12
    vstrb.16     \x, [r3]
    add          r3, r3, r4
.endm
    helia_requant_open helia_requant_mve_relu
    mov     r12, #128
    bcc     2f
1:
    helia_relu_step q4, q5
2:
    helia_relu_step q6, q7
    le      lr, 1b
    helia_requant_close helia_requant_mve_relu
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
