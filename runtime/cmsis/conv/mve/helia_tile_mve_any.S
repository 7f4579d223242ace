/*
 * The matrix tile of any depth that is a multiple of 16, see helia_tile_mve_asm.h for the layout: the
 * weights of the first chunk of 16 bytes stay in q4-q7; of the others nine are unrolled and entered
 * where the first round is as long as the remainder.
 *
 * void helia_tile_mve_any(helia_block_mve_t *b), see helia_tile_mve.h
 */
#if defined(__ARM_FEATURE_MVE)
#include "helia_tile_mve_asm.h"
.macro helia_any_chunk
    vldrw.u32   q0, [r1], #16
    vldrw.u32   q2, [r5], #16
    vmladava.s8 r0, q0, q2
    vldrw.u32   q1, [r3], #16
    vmladava.s8 r8, q1, q2
    vldrw.u32   q3, [r5], #16
    vmladava.s8 r2, q0, q3
    vldrw.u32   q2, [r5], #16
    vmladava.s8 r10, q1, q3
    vmladava.s8 r4, q0, q2
    vldrw.u32   q3, [r5], #16
    vmladava.s8 r12, q1, q2
    vmladava.s8 r6, q0, q3
    vmladava.s8 lr, q1, q3
.endm
    /* Frame: bias x 8, weights behind the first chunk (32), rounds (36), entry (40), end of the
       pairs' accumulators (44), odd (48), x (52), n (56), halves left (60), bias pointer (64),
       step (68). */
    .balign 4
    .global helia_tile_mve_any
    .type helia_tile_mve_any, %function
    .thumb_func
helia_tile_mve_any:
    push    {r0, r4-r11, lr}
    vpush   {d8-d15}
    ldm     r0, {r1, r3, r5, r7, r9}
    ldrd    r8, r11, [r0, #20]
    movs    r6, #2
    push    {r1, r3, r6, r7, r11}
    /* Chunks behind the first in rounds of nine; a depth of 16 has none. */
    lsrs    r4, r8, #4
    subs    r4, #1
    adds    r2, r4, #8
    movs    r6, #9
    udiv    r2, r2, r6
    mls     r4, r2, r6, r4
    rsbs    r4, r4, #0
    adr     r6, 2f
    movs    r7, #56
    mla     r4, r4, r7, r6
    cmp     r2, #0
    it      eq
    adreq   r4, 4f
    orr     r4, r4, #1
    sub     sp, #52
    add     r1, r5, #64
    str     r1, [sp, #32]
    strd    r2, r4, [sp, #36]
    lsls    r11, r11, #1
    sub     r11, r11, r8
9:
    ldr     r7, [sp, #64]
    ldm     r7!, {r0, r2, r4, r6}
    str     r7, [sp, #64]
    mov     r8, r0
    mov     r10, r2
    mov     r12, r4
    mov     lr, r6
    stm     sp, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldr     r5, [sp, #32]
    vldrw.u32   q4, [r5, #-64]
    vldrw.u32   q5, [r5, #-48]
    vldrw.u32   q6, [r5, #-32]
    vldrw.u32   q7, [r5, #-16]
    ldrd    r1, r3, [sp, #52]
    lsrs    r0, r3, #1
    add     r0, r9, r0, lsl #5
    and     r3, r3, #1
    strd    r0, r3, [sp, #44]
    ldr     r3, [sp, #68]
    add     r3, r1
1:
    ldm     sp, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldrd    r5, r7, [sp, #32]
    vldrw.u32   q0, [r1], #16
    vmladava.s8 r0, q0, q4
    vldrw.u32   q1, [r3], #16
    vmladava.s8 r2, q0, q5
    vmladava.s8 r8, q1, q4
    vmladava.s8 r4, q0, q6
    vmladava.s8 r10, q1, q5
    vmladava.s8 r6, q0, q7
    vmladava.s8 r12, q1, q6
    vmladava.s8 lr, q1, q7
    ldr     pc, [sp, #40]
    .balign 4
2:
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
3:
    subs    r7, #1
    bne.w   2b
4:
    stm     r9!, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldr     r0, [sp, #44]
    add     r1, r11
    add     r3, r11
    cmp     r9, r0
    bne.w   1b
    /* An odd last position: its pair ends where it does. */
    ldr     r4, [sp, #48]
    cbz     r4, 5f
    add     r0, r0, #16
    movs    r4, #0
    strd    r0, r4, [sp, #44]
    sub     r9, r9, #16
    ldr     r0, [sp, #68]
    subs    r1, r1, r0
    subs    r3, r3, r0
    b.w     1b
5:
    add     r5, r5, #64
    str     r5, [sp, #32]
    ldr     r0, [sp, #60]
    subs    r0, #1
    str     r0, [sp, #60]
    bne.w   9b
    subs    r5, #64
    ldr     r0, [sp, #136]
    str     r5, [r0, #8]
    add     sp, #72
    vpop    {d8-d15}
    pop     {r0, r4-r11, pc}
    .size   helia_tile_mve_any, . - helia_tile_mve_any
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
