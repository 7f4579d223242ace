/*
 * Assembler macros of the matrix tiles for Cortex-M with MVE; included by helia_tile_mve_k*.S only.
 *
 * A tile is the product of two positions (rows of `depth` bytes, one behind the other) and four
 * channels: eight accumulators in the even core registers, the only ones VMLADAVA can use. LR is one
 * of them, so the loop over pairs counts with SUBS. The weights of the first 16 bytes of depth stay
 * in q4-q7. Loads and multiplications alternate, because the two pipes of the core overlap.
 *
 * void helia_tile_mve_kN(helia_block_mve_t *b), see helia_tile_mve.h; weights are two halves of four
 * channels, [half][N / 16][channel][16]. An odd n computes the last position twice, so that nothing
 * behind x is read.
 */
    .syntax unified
    .thumb
    .text

/* Opens the function and the loop over the two halves. Frame: bias x 8, x, n, halves left, bias pointer. */
.macro helia_tile_open name
    .balign 4
    .global \name
    .type \name, %function
    .thumb_func
\name:
    push    {r0, r4-r11, lr}
    vpush   {d8-d15}
    ldm     r0, {r1, r3, r5, r7, r9}
    movs    r6, #2
    push    {r1, r3, r6, r7}
    sub     sp, #32
9:
    ldr     r7, [sp, #44]
    ldm     r7!, {r0, r2, r4, r6}
    str     r7, [sp, #44]
    mov     r8, r0
    mov     r10, r2
    mov     r12, r4
    mov     lr, r6
    stm     sp, {r0, r2, r4, r6, r8, r10, r12, lr}
    ldrd    r1, r3, [sp, #32]
    lsrs    r11, r3, #1
    and     r3, r3, #1
.endm

/* Two pairs in a round, of which an odd number begins with the second (label 4). */
.macro helia_tile_twice
    adds    r11, #1
    lsrs    r11, r11, #1
    bcc.w   4f
.endm

.macro helia_tile_store
    stm     r9!, {r0, r2, r4, r6, r8, r10, r12, lr}
.endm

/* Closes the loop over pairs (label 1, the last of a round 4) and the one over halves. */
.macro helia_tile_close name, step, weights
    helia_tile_store
    subs    r11, #1
    bne.w   1b
    cbz     r3, 2f
    movs    r3, #0
    mov     r11, #1
    sub     r1, r1, #\step
    sub     r9, r9, #16
    b.w     4b
2:
    add     r5, r5, #\weights
    ldr     r0, [sp, #40]
    subs    r0, #1
    str     r0, [sp, #40]
    bne.w   9b
    ldr     r0, [sp, #112]
    str     r5, [r0, #8]
    add     sp, #48
    vpop    {d8-d15}
    pop     {r0, r4-r11, pc}
    .size   \name, . - \name
.endm

/* Sixteen bytes of depth behind the first sixteen: 6 loads, 8 multiplications. */
.macro helia_tile_chunk x0, x1, w
    vldrw.u32   q0, [r1, #\x0]
    vldrw.u32   q2, [r5, #\w]
    vmladava.s8 r0, q0, q2
    vldrw.u32   q1, [r1, #\x1]
    vmladava.s8 r8, q1, q2
    vldrw.u32   q3, [r5, #\w + 16]
    vmladava.s8 r2, q0, q3
    vldrw.u32   q2, [r5, #\w + 32]
    vmladava.s8 r10, q1, q3
    vmladava.s8 r4, q0, q2
    vldrw.u32   q3, [r5, #\w + 48]
    vmladava.s8 r12, q1, q2
    vmladava.s8 r6, q0, q3
    vmladava.s8 lr, q1, q3
.endm

/* The chunks from \at on, recursively: fixed offsets from pointers that moved on already. */
.macro helia_tile_chunks depth, at, step
.if \at < \depth
    helia_tile_chunk (\at - 2 * \step), (\at - \step), (4 * \at - helia_tile_ahead)
    helia_tile_chunks \depth, (\at + 16), \step
.endif
.endm

.macro helia_tile_pair depth, step
    ldm         sp, {r0, r2, r4, r6, r8, r10, r12, lr}
    vldrw.u32   q0, [r1], #\step
    vmladava.s8 r0, q0, q4
    vldrw.u32   q1, [r1], #\step
    vmladava.s8 r2, q0, q5
    vmladava.s8 r8, q1, q4
    vmladava.s8 r4, q0, q6
    vmladava.s8 r10, q1, q5
    vmladava.s8 r6, q0, q7
    vmladava.s8 r12, q1, q6
    vmladava.s8 lr, q1, q7
    helia_tile_chunks \depth, 16, \step
.endm

/*
 * The whole function. Shallow ones do two pairs a round; weights that stand further off than a load
 * reaches are read from a pointer that runs ahead of them.
 */
.macro helia_tile name, depth, step
.set helia_tile_ahead, 0
.if 4 * \depth > 524
    .set helia_tile_ahead, 4 * \depth - 524
.endif
    helia_tile_open \name
.if helia_tile_ahead
    add         r5, r5, #helia_tile_ahead
.endif
    vldrw.u32   q4, [r5, #0 - helia_tile_ahead]
    vldrw.u32   q5, [r5, #16 - helia_tile_ahead]
    vldrw.u32   q6, [r5, #32 - helia_tile_ahead]
    vldrw.u32   q7, [r5, #48 - helia_tile_ahead]
.if \depth <= 32
    helia_tile_twice
1:
    helia_tile_pair \depth, \step
    helia_tile_store
.else
1:
.endif
4:
    helia_tile_pair \depth, \step
    helia_tile_close \name, \step, (4 * \depth - helia_tile_ahead)
.endm
