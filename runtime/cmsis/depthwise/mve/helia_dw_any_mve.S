/*
 * Channels of a depthwise convolution, see helia_dw_any_mve.h: a gather and a VMLADAVA for 16 taps of
 * an output, eight outputs at a time in the even core registers, then 30 instructions for them, or 20 by a line.
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
.macro helia_dw_any_output sum, q, at
    vldrw.u32   \q, [q3, #\at]
    vmladava.s8 \sum, \q, q4
.endm
.macro helia_dw_any_requant x, sign
    vqrdmulh.s32 \x, \x, r4
    vand         \sign, \x, q5
    vshr.s32     \sign, \sign, #31
    vadd.i32     \x, \x, \sign
    vrshl.s32    \x, r6
.endm
    /* Frame: bias x 8, left shift (32), multiplier (36), right shift (40), then the argument: output
       offset (44), offsets (48), weights (52), groups (56), output (60), band (64), params (68),
       blocks (72), places (76), channels (80), multiplier (84), those left of it (88), line (92); shift
       or addend of the channel (96). */
    .balign 4
    .global helia_dw_any_mve
    .type helia_dw_any_mve, %function
    .thumb_func
helia_dw_any_mve:
    push    {r4-r11, lr}
    vpush   {d8-d11}
    sub     sp, #100
    ldr     lr, [r0, #48]
    ldm     r0, {r1-r12}
    add     r0, sp, #44
    stm     r0, {r1-r12, lr}
9:
    ldr     r4, [sp, #68]
    ldm     r4!, {r1, r2, r3}
    str     r4, [sp, #68]
    vdup.32 q0, r1
    vstrw.32 q0, [sp]
    vstrw.32 q0, [sp, #16]
    str     r3, [sp, #96]
    bic     r1, r3, r3, asr #31
    and     r3, r3, r3, asr #31
    strd    r1, r2, [sp, #32]
    str     r3, [sp, #40]
    vdup.32 q5, r3
    ldr     r1, [sp, #64]
    ldrd    r11, r9, [sp, #72]
1:
    ldrd    r5, r7, [sp, #48]
    ldr     r3, [sp, #56]
    ldm     sp, {r0, r2, r4, r6, r8, r10, r12, lr}
2:
    vldrw.u32   q3, [r5], #16
    vadd.i32    q3, q3, r1
    vldrw.u32   q4, [r7], #16
    helia_dw_any_output r0, q0, 0
    helia_dw_any_output r2, q1, 64
    helia_dw_any_output r4, q0, 128
    helia_dw_any_output r6, q1, 192
    helia_dw_any_output r8, q0, 256
    helia_dw_any_output r10, q1, 320
    helia_dw_any_output r12, q0, 384
    helia_dw_any_output lr, q1, 448
    subs    r3, #1
    bne     2b
    vmov    q0[2], q0[0], r0, r4
    vmov    q0[3], q0[1], r2, r6
    vmov    q1[2], q1[0], r8, r12
    vmov    q1[3], q1[1], r10, lr
    ldrd    r2, r4, [sp, #32]
    ldrd    r0, r3, [sp, #92]
    add     r1, r1, #512
    cbnz    r0, 4f
    ldrd    r6, r8, [sp, #40]
    vshl.s32 q0, r2
    vshl.s32 q1, r2
    helia_dw_any_requant q0, q2
    helia_dw_any_requant q1, q3
    vqmovnb.s32 q0, q0
    vqmovnt.s32 q0, q1
    vqadd.s16 q0, q0, r8
    b       5f
4:
    vqdmulh.s32 q0, q0, r4
    vqdmulh.s32 q1, q1, r4
    vqmovnb.s32 q0, q0
    vqmovnt.s32 q0, q1
    vqadd.s16 q0, q0, r3
    vrshl.s16 q0, r0
5:
    ldr     r5, [sp, #60]
    vldrh.u16 q2, [r9], #16
    ldr     r0, [r9], #4
    vqmovnb.s16 q0, q0
    vmsr    p0, r0
    vpst
    vstrbt.16 q0, [r5, q2]
    subs    r11, #1
    bne     1b
    /* The next channel; the one of the input that it comes from changes after `multiplier`. */
    str     r7, [sp, #52]
    adds    r5, #1
    str     r5, [sp, #60]
    ldrd    r2, r3, [sp, #84]
    subs    r3, #1
    bne     3f
    mov     r3, r2
    ldr     r0, [sp, #64]
    adds    r0, #4
    str     r0, [sp, #64]
3:
    str     r3, [sp, #88]
    ldr     r0, [sp, #80]
    subs    r0, #1
    str     r0, [sp, #80]
    bne.w   9b
    add     sp, #100
    vpop    {d8-d11}
    pop     {r4-r11, pc}
    .size   helia_dw_any_mve, . - helia_dw_any_mve
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
