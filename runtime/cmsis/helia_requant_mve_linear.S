/*
 * Requantization of blocks of eight channels by a line: 10 instructions per eight results.
 *
 * void helia_requant_mve_linear_N(a, b, n, quant, output, stride), n >= 1
 *   ((2 * acc * multiplier >> 32) + addend + half) >> N, saturated to 16 bits on the way, to 8 after
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
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
    .balign 4
    .global helia_requant_mve_linear_\shift
    .type helia_requant_mve_linear_\shift, %function
    .thumb_func
helia_requant_mve_linear_\shift:
    push    {r4, lr}
    vpush   {d8-d11}
    vldrw.u32 q0, [r3]
    vldrw.u32 q1, [r3, #16]
    vldrw.u32 q2, [r3, #32]
    vldrw.u32 q3, [r3, #48]
    vmovnb.i32 q2, q2
    vmovnt.i32 q2, q3
    ldrd    r3, r4, [sp, #40]
    adds    r2, #1
    lsrs    r2, r2, #1
    dls     lr, r2
    bcc     2f
1:
    helia_linear_step q3, q4, \shift
2:
    helia_linear_step q3, q5, \shift
    le      lr, 1b
    vpop    {d8-d11}
    pop     {r4, pc}
    .size   helia_requant_mve_linear_\shift, . - helia_requant_mve_linear_\shift
.endm
    helia_linear 4
    helia_linear 2
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
