/*
 * Requantization of blocks of eight channels under a ReLU: 12 instructions per eight results. A
 * narrowing to unsigned 16 and 8 bits clamps to 0..255, then 128 is taken off.
 *
 * void helia_requant_mve_relu(a, b, n, quant, output, stride), n >= 1
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
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
    .balign 4
    .global helia_requant_mve_relu
    .type helia_requant_mve_relu, %function
    .thumb_func
helia_requant_mve_relu:
    push    {r4, lr}
    vpush   {d8-d15}
    vldrw.u32 q0, [r3]
    vldrw.u32 q1, [r3, #16]
    vldrw.u32 q2, [r3, #32]
    vldrw.u32 q3, [r3, #48]
    ldrd    r3, r4, [sp, #72]
    mov     r12, #128
    adds    r2, #1
    lsrs    r2, r2, #1
    dls     lr, r2
    bcc     2f
1:
    helia_relu_step q4, q5
2:
    helia_relu_step q6, q7
    le      lr, 1b
    vpop    {d8-d15}
    pop     {r4, pc}
    .size   helia_requant_mve_relu, . - helia_requant_mve_relu
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
