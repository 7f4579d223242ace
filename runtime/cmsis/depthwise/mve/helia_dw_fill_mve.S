/*
 * Interleaves four rows, see helia_dw_fill_mve.h: 9 instructions for 64 bytes where the step is a
 * common one, 14 otherwise. Steps above 16 come with rows of as many channels, which are aligned.
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
.macro helia_dw_store
    vst40.8 {q0, q1, q2, q3}, [r0]
    vst41.8 {q0, q1, q2, q3}, [r0]
    vst42.8 {q0, q1, q2, q3}, [r0]
    vst43.8 {q0, q1, q2, q3}, [r0]!
    le      lr, 1b
    pop     {r4-r7, pc}
.endm
.macro helia_dw_runs load, step
    cmp     r12, #\step
    bne     2f
1:
    \load  q0, [r4], #\step
    \load  q1, [r5], #\step
    \load  q2, [r6], #\step
    \load  q3, [r7], #\step
    helia_dw_store
2:
.endm
    .balign 4
    .global helia_dw_fill_mve
    .type helia_dw_fill_mve, %function
    .thumb_func
helia_dw_fill_mve:
    push    {r4-r7, lr}
    ldr     r12, [sp, #20]
    ldm     r1, {r4-r7}
    dls     lr, r2
    cmp     r3, #16
    bne     3f
    helia_dw_runs vldrb.u8, 16
    helia_dw_runs vldrw.u32, 32
    helia_dw_runs vldrw.u32, 64
    helia_dw_runs vldrw.u32, 128
3:
    vctp.8  r3
1:
    vpstttt
    vldrbt.u8 q0, [r4]
    vldrbt.u8 q1, [r5]
    vldrbt.u8 q2, [r6]
    vldrbt.u8 q3, [r7]
    add     r4, r4, r12
    add     r5, r5, r12
    add     r6, r6, r12
    add     r7, r7, r12
    helia_dw_store
    .size   helia_dw_fill_mve, . - helia_dw_fill_mve
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
