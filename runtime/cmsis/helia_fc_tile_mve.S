/*
 * One position times eight channels, see helia_fc_tile_mve.h: 17 instructions per 16 bytes of depth
 * with the accumulators in the even core registers. Four chunks are unrolled and entered where the
 * first round is as long as the remainder.
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
.macro helia_fc_chunk
    vldrw.u32   q0, [r1], #16
    vldrw.u32   q1, [r5], #16
    vmladava.s8 r0, q0, q1
    vldrw.u32   q2, [r5], #16
    vmladava.s8 r2, q0, q2
    vldrw.u32   q1, [r5], #16
    vmladava.s8 r4, q0, q1
    vldrw.u32   q2, [r5], #16
    vmladava.s8 r6, q0, q2
    vldrw.u32   q1, [r5], #16
    vmladava.s8 r8, q0, q1
    vldrw.u32   q2, [r5], #16
    vmladava.s8 r10, q0, q2
    vldrw.u32   q1, [r5], #16
    vmladava.s8 r12, q0, q1
    vldrw.u32   q2, [r5], #16
    vmladava.s8 lr, q0, q2
.endm
    .balign 4
    .global helia_fc_tile_mve
    .type helia_fc_tile_mve, %function
    .thumb_func
helia_fc_tile_mve:
    push    {r4-r11, lr}
    ldrd    r7, r4, [sp, #36]
    mov     r9, r2
    mov     r5, r1
    lsrs    r4, r4, #4
    subs    r4, #1
    lsrs    r6, r4, #2
    adds    r6, #1
    and     r4, r4, #3
    rsb     r4, r4, #3
    movs    r2, #68
    adr     r1, 2f
    mla     r11, r4, r2, r1
    orr     r11, r11, #1
    sub     sp, #12
    strd    r0, r6, [sp]
    str     r3, [sp, #8]
1:
    ldm     r7!, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldrd    r1, r3, [sp]
    bx      r11
    .balign 4
2:
    helia_fc_chunk
    helia_fc_chunk
    helia_fc_chunk
    helia_fc_chunk
    subs    r3, #1
    bne.w   2b
    stm     r9!, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldr     r0, [sp, #8]
    subs    r0, #1
    str     r0, [sp, #8]
    bne.w   1b
    add     sp, #12
    pop     {r4-r11, pc}
    .size   helia_fc_tile_mve, . - helia_fc_tile_mve
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
