/*
 * Requantization of octets of channels that share one line: 8 instructions per eight results.
 *
 * void helia_fc_line_mve(acc, n, quant, output), see helia_fc_line_mve.h
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
.macro helia_fc_line_step
    vldrw.u32    q0, [r0], #16
    vqdmlash.s32 q0, q2, r2
    vldrw.u32    q1, [r12], #16
    vqdmlash.s32 q1, q2, r2
    vqmovnb.s32  q0, q0
    vqmovnt.s32  q0, q1
    vqrshrnb.s16 q0, q0, #4
    vstrb.16     q0, [r3], #8
.endm
    .balign 4
    .global helia_fc_line_mve
    .type helia_fc_line_mve, %function
    .thumb_func
helia_fc_line_mve:
    push    {r4, lr}
    add     r12, r0, r1, lsl #4
    vldrw.u32 q2, [r2]
    ldr     r2, [r2, #32]
    adds    r1, #1
    lsrs    r1, r1, #1
    dls     lr, r1
    bcc     2f
1:
    helia_fc_line_step
2:
    helia_fc_line_step
    le      lr, 1b
    pop     {r4, pc}
    .size   helia_fc_line_mve, . - helia_fc_line_mve
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
