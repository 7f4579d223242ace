/*
 * The matrix tile of any depth that is a multiple of 16, see helia_tile_mve_asm.h for the layout:
 * eight chunks unrolled, entered where the first round is as long as the remainder.
 *
 * void helia_tile_mve_any(x, w, acc, n, bias, depth, step)
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
    /* Frame: bias x 8, weights (32), rounds (36), entry (40), to the next pair (44), pairs left (48), odd (52),
       x (56), n (60), halves left (64), bias pointer (68), step (72). */
    .balign 4
    .global helia_tile_mve_any
    .type helia_tile_mve_any, %function
    .thumb_func
helia_tile_mve_any:
    push    {r4-r11, lr}
    ldrd    r7, r8, [sp, #36]
    ldr     r10, [sp, #44]
    movs    r6, #2
    mov     r9, r2
    push    {r0, r3, r6, r7, r10}
    lsrs    r4, r8, #4
    subs    r4, #1
    lsrs    r2, r4, #3
    adds    r2, #1
    and     r4, r4, #7
    rsb     r4, r4, #7
    movs    r5, #56
    adr     r6, 3f
    mla     r4, r4, r5, r6
    orr     r4, r4, #1
    sub     sp, #56
    str     r1, [sp, #32]
    strd    r2, r4, [sp, #36]
    lsls    r10, r10, #1
    sub     r10, r10, r8
    str     r10, [sp, #44]
9:
    ldr     r7, [sp, #68]
    ldm     r7!, {r0, r2, r4, r6}
    str     r7, [sp, #68]
    mov     r8, r0
    mov     r10, r2
    mov     r12, r4
    mov     lr, r6
    stm     sp, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldrd    r1, r3, [sp, #56]
    lsrs    r11, r3, #1
    and     r3, r3, #1
    strd    r11, r3, [sp, #48]
    ldr     r3, [sp, #72]
    add     r3, r1
1:
    ldm     sp, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldrd    r5, r7, [sp, #32]
    ldr     r11, [sp, #40]
    bx      r11
    .balign 4
3:
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    helia_any_chunk
    subs    r7, #1
    bne.w   3b
    stm     r9!, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldrd    r0, r2, [sp, #44]
    add     r1, r0
    add     r3, r0
    subs    r2, #1
    str     r2, [sp, #48]
    bne.w   1b
    ldr     r4, [sp, #52]
    cbz     r4, 2f
    movs    r2, #1
    movs    r4, #0
    strd    r2, r4, [sp, #48]
    sub     r9, r9, #16
    ldr     r0, [sp, #72]
    subs    r1, r1, r0
    subs    r3, r3, r0
    b.w     1b
2:
    str     r5, [sp, #32]
    ldr     r0, [sp, #64]
    subs    r0, #1
    str     r0, [sp, #64]
    bne.w   9b
    add     sp, #76
    pop     {r4-r11, pc}
    .size   helia_tile_mve_any, . - helia_tile_mve_any
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
