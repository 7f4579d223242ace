/*
 * Requantization of octets of channels that share one multiplier and shift to the right: 13
 * instructions per eight results. The sign comes from the sum, which is that of the product.
 *
 * void helia_fc_right_mve(acc, n, quant, output, offset), see helia_fc_right_mve.h
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
.macro helia_fc_right_step
    vldrw.u32    q0, [r0], #16
    vshr.s32     q2, q0, #31
    vldrw.u32    q1, [r12], #16
    vqrdmlah.s32 q2, q0, r4
    vshr.s32     q3, q1, #31
    vrshl.s32    q2, r2
    vqrdmlah.s32 q3, q1, r4
    vqmovnb.s32  q2, q2
    vrshl.s32    q3, r2
    vqmovnt.s32  q2, q3
    vqadd.s16    q2, q2, r5
    vqmovnb.s16  q2, q2
    vstrb.16     q2, [r3], #8
.endm
    .balign 4
    .global helia_fc_right_mve
    .type helia_fc_right_mve, %function
    .thumb_func
helia_fc_right_mve:
    push    {r4, r5, r6, lr}
    add     r12, r0, r1, lsl #4
    ldr     r5, [sp, #16]
    ldr     r4, [r2]
    ldr     r2, [r2, #32]
    adds    r1, #1
    lsrs    r1, r1, #1
    dls     lr, r1
    bcc     2f
1:
    helia_fc_right_step
2:
    helia_fc_right_step
    le      lr, 1b
    pop     {r4, r5, r6, pc}
    .size   helia_fc_right_mve, . - helia_fc_right_mve
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
