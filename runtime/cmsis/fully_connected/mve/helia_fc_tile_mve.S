/*
 * One position times groups of eight channels, see helia_fc_tile_mve.h. Depth is cut into panels of
 * eight chunks of 16 bytes, of which the first may be shorter. Six chunks of the position stay in
 * q2-q7 for all groups: 16 instructions per chunk and group, 17 for the other two. The
 * accumulators are the even core registers, the only ones VMLADAVA can use.
 */
#if defined(__ARM_FEATURE_MVE)
    .syntax unified
    .thumb
    .text
.macro helia_fc_channel sum, x
    vldrw.u32   q1, [r5], #16
    vmladava.s8 \sum, \x, q1
.endm
.macro helia_fc_chunk x
    helia_fc_channel r0, \x
    helia_fc_channel r2, \x
    helia_fc_channel r4, \x
    helia_fc_channel r6, \x
    helia_fc_channel r8, \x
    helia_fc_channel r10, \x
    helia_fc_channel r12, \x
    helia_fc_channel lr, \x
.endm
    /* Frame: acc, n - 1, panels left. Groups left are r3 + 1; r3 - 2^31 in a panel that is cut. */
    .balign 4
    .global helia_fc_tile_mve
    .type helia_fc_tile_mve, %function
    .thumb_func
helia_fc_tile_mve:
    push    {r4-r11, lr}
    vpush   {d8-d15}
    ldrd    r7, r4, [sp, #100]
    mov     r5, r1
    mov     r9, r2
    mov     r1, r0
    adds    r4, #112
    lsrs    r6, r4, #7
    subs    r3, #1
    push    {r2, r3, r6}
    and     r4, r4, #112
    rsbs    r4, r4, #112
    bne.w   5f
3:
    vldrw.u32   q2, [r1, #32]
    vldrw.u32   q3, [r1, #48]
    vldrw.u32   q4, [r1, #64]
    vldrw.u32   q5, [r1, #80]
    vldrw.u32   q6, [r1, #96]
    vldrw.u32   q7, [r1, #112]
    ldr     r3, [sp, #4]
1:
    ldm     r7!, {r0, r2, r4, r6, r8, r10, r12, lr}
    .balign 4
2:
    vldrw.u32   q0, [r1]
    helia_fc_chunk q0
    vldrw.u32   q0, [r1, #16]
    helia_fc_chunk q0
    helia_fc_chunk q2
    helia_fc_chunk q3
    helia_fc_chunk q4
    helia_fc_chunk q5
    helia_fc_chunk q6
    helia_fc_chunk q7
    stm     r9!, {r0, r2, r4, r6, r8, r10, r12, lr}
    subs    r3, #1
    bpl.w   1b
    lsls    r2, r3, #1
    bgt     6f
    ldr     r2, [sp, #8]
    subs    r2, #1
    beq     7f
    /* The next panel is a whole one and adds to what is there. */
    str     r2, [sp, #8]
    ldr     r7, [sp]
    mov     r9, r7
    adds    r1, #128
    b.w     3b
7:
    add     sp, #12
    vpop    {d8-d15}
    pop     {r4-r11, pc}
    /* A panel that lacks r4 bytes: every group enters behind the chunks that are not there. */
5:
    adds    r3, #1
    orr     r3, r3, #0x80000000
    sub     r1, r1, r4
    lsrs    r6, r4, #4
    cmp     r6, #2
    it      hi
    movhi   r6, #2
    adr.w   r11, 2b
    add     r11, r11, r4, lsl #2
    add     r11, r11, r6, lsl #2
    orr     r11, r11, #1
    rsb     r6, r6, r4, lsr #4
    adr     r0, 4f
    add     r0, r0, r6, lsl #2
    adds    r0, #1
    bx      r0
    .balign 4
4:
    vldrw.u32   q2, [r1, #32]
    vldrw.u32   q3, [r1, #48]
    vldrw.u32   q4, [r1, #64]
    vldrw.u32   q5, [r1, #80]
    vldrw.u32   q6, [r1, #96]
    vldrw.u32   q7, [r1, #112]
6:
    ldm     r7!, {r0, r2, r4, r6, r8, r10, r12, lr}
    bx      r11
    .size   helia_fc_tile_mve, . - helia_fc_tile_mve
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
