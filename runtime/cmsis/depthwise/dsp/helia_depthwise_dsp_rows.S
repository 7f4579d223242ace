/* SPDX-License-Identifier: Apache-2.0 */

/* Rows of a 3x3 depthwise convolution from the ring, for cores with the DSP extension. C prototype,
 * stream and ring: helia_depthwise_dsp_rows.h.
 *
 * A word of pair p holds the input rows above and in the middle, or the first two of the kernel; the
 * word beside it those that follow. One row of output is (w0, w1) times the first and w2 times the
 * low half of the second, the next row is w0 times the high half of the first and (w1, w2) times
 * the second. Two columns are done at a time; an odd one comes first.
 *
 * r0 ring, r1 output, r2-r4 (w0, w1) and r5-r7 (w1, w2) of the kernel's columns, r8 r9 the two
 * words, r10 r11 sums of the first column, lr r12 of the second, or r12 the bias.
 */
#include "helia_depthwise_dsp_rows.h"
#if HELIA_DSP

    .syntax unified
    .thumb

    /* frame */
    .equ MULTIPLIER, 0 /* and addend */
    .equ ROW, 8        /* and step, of the output */
    .equ BIAS, 16 /* and end */
    .equ END, 20  /* and, as in the argument, turns of one row to do and, in the upper half, one less
                     of two rows, so that the sign says when none is left */
    .equ LEFT, 24
    .equ NEXT_TWO, 28 /* to the next turn, of the ring and of the output, from a turn's end */
    .equ NEXT_ONE, 36
    .equ TWO, 44 /* where turns of two rows and of one row start */
    .equ ONE, 48
    .equ STREAM, 52
    .equ WORDS, 56 /* bytes of a channel in the stream */
    .equ LENGTH, 60
    .equ RING, 64  /* and output */
    .equ PLANE, 72 /* and channels */
    .equ TURNS, 80
    .equ FRAME, 88

.macro first w, u, a, b, bias /* a kernel column's part of two rows */
    smlad \a, r8, \w, \bias
    smlatb \b, r8, \w, \bias
    smlabt \a, r9, \u, \a
    smlad \b, r9, \u, \b
.endm

.macro column w, u, a, b
    smlad \a, r8, \w, \a
    smlatb \b, r8, \w, \b
    smlabt \a, r9, \u, \a
    smlad \b, r9, \u, \b
.endm

.macro one_first w, u, a
    smlad \a, r8, \w, r12
    smlabt \a, r9, \u, \a
.endm

.macro one w, u, a
    smlad \a, r8, \w, \a
    smlabt \a, r9, \u, \a
.endm

.macro sums_of_two /* one column, two rows */
    ldrd r8, r9, [r0]
    first r2, r5, r10, r11, r12
    ldrd r8, r9, [r0, #16]!
    column r3, r6, r10, r11
    ldrd r8, r9, [r0, #16]
    column r4, r7, r10, r11
    ldrd r8, r9, [sp, #MULTIPLIER]
.endm

.macro store_two a, b
    strb \b, [r1, r8]
    strb \a, [r1]
    add r1, r1, r9
.endm

.macro sums_of_one stride
    ldrd r8, r9, [r0]
    one_first r2, r5, r10
    ldrd r8, r9, [r0, #16]
    one r3, r6, r10
    ldrd r8, r9, [r0, #32]
    one r4, r7, r10
    add r0, r0, #(16 * \stride)
    ldrd r8, r9, [sp, #MULTIPLIER]
.endm

.macro until label
    ldr r8, [sp, #END]
    cmp r0, r8
    bne \label
.endm

.macro linear sum
    smmla \sum, \sum, r8, r9
    ssat \sum, #8, \sum, asr #2
.endm

.macro rounded sum /* lr is lost */
    lsl \sum, \sum, #1
    smmlar lr, \sum, r8, r9
    add \sum, lr, \sum, asr #31
.endm

.macro rounded_shift sum /* r8 the shift */
    asr \sum, \sum, r8
    ssat \sum, #8, \sum
.endm

.macro load_shift
    ldr r8, [sp, #STREAM]
    ldr r8, [r8, #-4]
.endm

    .section .text.helia_depthwise_dsp_rows, "ax", %progbits
    .global helia_depthwise_dsp_rows
    .type helia_depthwise_dsp_rows, %function
    .thumb_func
    .balign 4
helia_depthwise_dsp_rows:
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    ldmia r0!, {r2-r9} /* stream, ring, output, row, step, width, plane, channels */
    strd r5, r6, [sp, #ROW]
    str r2, [sp, #STREAM]
    strd r3, r4, [sp, #RING]
    strd r8, r9, [sp, #PLANE]
    ldmia r0, {r2-r5} /* twos, ones, stride, form */
    add r2, r3, r2, lsl #16
    sub r2, r2, #0x10000
    str r2, [sp, #TURNS]
    lsl r8, r7, #3
    lsl r8, r8, r4
    str r8, [sp, #LENGTH] /* 16 stride width */
    ldrd r9, r10, [sp, #ROW]
    mul r10, r10, r7
    rsb r8, r8, #4
    sub r9, r9, r10
    strd r8, r9, [sp, #NEXT_ONE]
    ldr r10, [sp, #ROW]
    add r9, r9, r10
    strd r8, r9, [sp, #NEXT_TWO]
    mov r9, #28
    cmp r5, #0
    it ne
    movne r9, #24
    str r9, [sp, #WORDS]
    adr.w r2, 40f
    adr.w r3, 50f
    cmp r4, #2
    it eq
    adreq.w r3, 60f
    cbz r5, 2f
    tst r7, #1
    adr.w r2, 10f
    adr.w r3, 20f
    itt ne
    adrne.w r2, 11f
    adrne.w r3, 21f
    cmp r4, #2
    bne 2f
    tst r7, #1
    adr.w r3, 30f
    it ne
    adrne.w r3, 31f
2:  orr r2, r2, #1
    orr r3, r3, #1
    strd r2, r3, [sp, #TWO]

1:  ldr r6, [sp, #STREAM] /* a channel */
    ldr r7, [sp, #WORDS]
    ldmia r6, {r2, r3, r4, r8, r9, r12}
    add r6, r6, r7
    str r6, [sp, #STREAM]
    strd r8, r9, [sp, #MULTIPLIER]
    str r12, [sp, #BIAS]
    ldrd r0, r1, [sp, #RING]
    ldr r8, [sp, #LENGTH]
    ldr r10, [sp, #TURNS]
    add r8, r8, r0
    strd r8, r10, [sp, #END]
    sxtb16 r5, r2, ror #8
    sxtb16 r6, r3, ror #8
    sxtb16 r7, r4, ror #8
    sxtb16 r2, r2
    sxtb16 r3, r3
    sxtb16 r4, r4
    cmp r10, #0
    bmi 4f
    ldr pc, [sp, #TWO]

5:  ldr r10, [sp, #LEFT] /* after a turn of two rows; r8 the end */
    add r8, r8, #4
    subs r10, r10, #0x10000
    strd r8, r10, [sp, #END]
    ldrd r8, r9, [sp, #NEXT_TWO]
    add r0, r0, r8
    add r1, r1, r9
    bmi 4f
    ldr pc, [sp, #TWO]

6:  ldr r10, [sp, #LEFT] /* after a turn of one row */
    add r8, r8, #4
    sub r10, r10, #1
    strd r8, r10, [sp, #END]
    ldrd r8, r9, [sp, #NEXT_ONE]
    add r0, r0, r8
    add r1, r1, r9
4:  lsls r10, r10, #16
    ldr lr, [sp, #ROW + 4]
    beq 7f
    ldr pc, [sp, #ONE]

7:  ldrd r0, r1, [sp, #RING]
    ldrd r2, r3, [sp, #PLANE]
    add r0, r0, r2
    add r1, r1, #1
    strd r0, r1, [sp, #RING]
    subs r3, r3, #1
    str r3, [sp, #PLANE + 4]
    bne 1b
    add sp, sp, #FRAME
    pop {r4-r11, pc}

    .balign 4
11: sums_of_two /* two rows, line, odd width */
    linear r10
    linear r11
    ldrd r8, r9, [sp, #ROW]
    store_two r10, r11
    ldrd r12, r8, [sp, #BIAS]
    cmp r0, r8
    beq.w 5b
    .balign 4
10: ldrd r8, r9, [r0] /* even width */
    first r2, r5, r10, r11, r12
    ldrd r8, r9, [r0, #16]
    column r3, r6, r10, r11
    smlad lr, r8, r2, r12
    smlatb r12, r8, r2, r12
    smlabt lr, r9, r5, lr
    smlad r12, r9, r5, r12
    ldrd r8, r9, [r0, #32]!
    column r4, r7, r10, r11
    column r3, r6, lr, r12
    ldrd r8, r9, [r0, #16]
    column r4, r7, lr, r12
    ldrd r8, r9, [sp, #MULTIPLIER]
    linear r10
    linear r11
    linear lr
    linear r12
    ldrd r8, r9, [sp, #ROW]
    store_two r10, r11
    store_two lr, r12
    ldrd r12, r8, [sp, #BIAS]
    cmp r0, r8
    bne 10b
    b.w 5b

    .balign 4
21: sums_of_one 1 /* one row, line, odd width */
    linear r10
    strb r10, [r1]
    add r1, r1, lr
    ldr r8, [sp, #END]
    cmp r0, r8
    beq.w 6b
    .balign 4
20: ldrd r8, r9, [r0] /* even width */
    one_first r2, r5, r10
    ldrd r8, r9, [r0, #16]
    one r3, r6, r10
    one_first r2, r5, r11
    ldrd r8, r9, [r0, #32]!
    one r4, r7, r10
    one r3, r6, r11
    ldrd r8, r9, [r0, #16]
    one r4, r7, r11
    ldrd r8, r9, [sp, #MULTIPLIER]
    linear r10
    linear r11
    strb r10, [r1]
    strb r11, [r1, lr]
    add r1, r1, lr, lsl #1
    until 20b
    b.w 6b

    .balign 4
31: sums_of_one 2 /* one row, stride 2, line, odd width */
    linear r10
    strb r10, [r1]
    add r1, r1, lr
    ldr r8, [sp, #END]
    cmp r0, r8
    beq.w 6b
    .balign 4
30: ldrd r8, r9, [r0] /* even width */
    one_first r2, r5, r10
    ldrd r8, r9, [r0, #16]
    one r3, r6, r10
    ldrd r8, r9, [r0, #32]
    one r4, r7, r10
    one_first r2, r5, r11
    ldrd r8, r9, [r0, #48]
    one r3, r6, r11
    ldrd r8, r9, [r0, #64]!
    one r4, r7, r11
    ldrd r8, r9, [sp, #MULTIPLIER]
    linear r10
    linear r11
    strb r10, [r1]
    strb r11, [r1, lr]
    add r1, r1, lr, lsl #1
    until 30b
    b.w 6b

    .balign 4
40: sums_of_two /* two rows, rounded */
    rounded r10
    rounded r11
    load_shift
    rounded_shift r10
    rounded_shift r11
    ldrd r8, r9, [sp, #ROW]
    store_two r10, r11
    until 40b
    b.w 5b

.macro rounded_row stride
    sums_of_one \stride
    rounded r10
    load_shift
    rounded_shift r10
    strb r10, [r1]
    ldr r8, [sp, #ROW + 4]
    add r1, r1, r8
.endm

    .balign 4
50: rounded_row 1
    until 50b
    b.w 6b

    .balign 4
60: rounded_row 2
    until 60b
    b.w 6b
    .size helia_depthwise_dsp_rows, . - helia_depthwise_dsp_rows
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
