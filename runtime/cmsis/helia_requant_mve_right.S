/*
 * Requantization of blocks of eight channels whose shifts all go to the right.
 *
 * void helia_requant_mve_right(a, b, n, quant, output, stride, offset), n >= 1
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
    .balign 4
    .global helia_requant_mve_right
    .type helia_requant_mve_right, %function
    .thumb_func
helia_requant_mve_right:
    push    {r4, lr}
    vpush   {d8-d15}
    vldrw.u32 q0, [r3]
    vldrw.u32 q1, [r3, #16]
    vldrw.u32 q2, [r3, #32]
    vldrw.u32 q3, [r3, #48]
    ldrd    r3, r4, [sp, #72]
    ldr     r12, [sp, #80]
    dls     lr, r2
1:
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
    le           lr, 1b
    vpop    {d8-d15}
    pop     {r4, pc}
    .size   helia_requant_mve_right, . - helia_requant_mve_right
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
