/*
 * Three rows to columns, see helia_columns_mve.h: 7 instructions for a column of 16 channels, 13 for
 * one of 32, 8 for every 16 channels and 5 more of others.
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
.macro helia_columns_piece next
    vldrb.u8    q0, [r1], #16
    vldrb.u8    q1, [r4], #16
    vldrb.u8    q2, [r5], #16
    vstrb.8     q0, [r0], #\next
    vstrb.8     q1, [r6], #\next
    vstrb.8     q2, [r7], #\next
.endm
    .balign 4
    .global helia_columns_mve
    .type helia_columns_mve, %function
    .thumb_func
helia_columns_mve:
    push    {r4-r8, lr}
    ldr     r12, [sp, #24]
    adds    r4, r1, r12
    add     r5, r4, r12
    adds    r6, r0, r3
    adds    r7, r6, r3
    dls     lr, r2
    cmp     r3, #16
    bne     2f
1:
    helia_columns_piece 48
    le      lr, 1b
    pop     {r4-r8, pc}
2:
    cmp     r3, #32
    bne     4f
3:
    helia_columns_piece 16
    helia_columns_piece 80
    le      lr, 3b
    pop     {r4-r8, pc}
4:
    lsrs    r8, r3, #4
    lsls    r3, r3, #1
    mov     r12, r8
5:
    helia_columns_piece 16
    subs    r12, #1
    bne     5b
    adds    r0, r0, r3
    adds    r6, r6, r3
    adds    r7, r7, r3
    mov     r12, r8
    le      lr, 5b
    pop     {r4-r8, pc}
    .size   helia_columns_mve, . - helia_columns_mve
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
