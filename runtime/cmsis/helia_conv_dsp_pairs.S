/* SPDX-License-Identifier: Apache-2.0 */

/* Three columns times all pairs of output channels of a convolution, for cores with the DSP
 * extension. C prototype and the stream's layout: helia_conv_dsp_pairs.h.
 *
 * Per pair: bias words, `steps` weight words, then the constants of the requantization. A weight
 * word holds two taps of channels a and b as int16 halves a + 256 b. SMLAD of the raw word sums
 * a + 256 b, SMLAD of its SXTB16 sums a: the difference is 256 times the sum of b, modulo 2^32.
 *
 * Steps are done two or three at a time. The first two start the sums from the biases; then two
 * times none, one or two, so that the rest is a multiple of three; then the loop of ten times
 * three, entered where its last turn ends with the last step.
 *
 * r0 columns, r1 stream, r2 r3 lr weights, r4-r6 three columns, r7-r9 sums of a, r10-r12 of
 * a + 256 b.
 */
#include "helia_conv_dsp_pairs.h"
#if HELIA_DSP

    .syntax unified
    .thumb

    /* frame: columns, end, output stride, output, its end, entries, epilogue */
    .equ COLUMNS_END, 4
    .equ STRIDE, 8
    .equ OUTPUT, 12
    .equ OUTPUT_END, 16
    .equ ENTRY, 20
    .equ EPILOGUE, 24
    .equ LOOP, 28
    .equ FRAME, 32
    .equ STEPS, 32 /* and form, in the argument */
    .equ TWO, 62   /* bytes of two steps */
    .equ THREE, 94 /* of three */
    .equ THREES, 10 /* in a turn of the loop */

.macro step w
    smlad r10, r4, \w, r10
    smlad r11, r5, \w, r11
    smlad r12, r6, \w, r12
    sxtb16 \w, \w
    smlad r7, r4, \w, r7
    smlad r8, r5, \w, r8
    smlad r9, r6, \w, r9
.endm

.macro two_steps
    ldmia r1!, {r2, r3}
    ldmia r0!, {r4, r5, r6}
    step r2
    ldmia r0!, {r4, r5, r6}
    step r3
.endm

.macro three_steps
    ldmia.w r1!, {r2, r3, lr}
    ldmia r0!, {r4, r5, r6}
    step r2
    ldmia r0!, {r4, r5, r6}
    step r3
    ldmia r0!, {r4, r5, r6}
    step lr
.endm

.macro two_first_steps /* the bias of a in r7, of a + 256 b in r10 */
    ldmia r1!, {r2, r3}
    ldmia r0!, {r4, r5, r6}
    smlad r11, r5, r2, r10
    smlad r12, r6, r2, r10
    smlad r10, r4, r2, r10
    sxtb16 r2, r2
    smlad r8, r5, r2, r7
    smlad r9, r6, r2, r7
    smlad r7, r4, r2, r7
    ldmia r0!, {r4, r5, r6}
    step r3
.endm

.macro separate /* b from a + 256 b; r0 the stride, lr the output, r6 its third column */
    ldrd r0, lr, [sp, #STRIDE]
    sub r10, r10, r7
    sub r11, r11, r8
    sub r12, r12, r9
    add r6, lr, r0, lsl #1
.endm

.macro store_and_next
    strb r9, [r6]
    strb r12, [r6, #1]
    strb r8, [lr, r0]
    strb r7, [lr], #1
    strb r11, [lr, r0]
    strb r10, [lr], #1
    ldr r2, [sp, #OUTPUT_END]
    str lr, [sp, #OUTPUT]
    cmp lr, r2
    bne.w 1b
    b.w 9f
.endm

.macro linear shift
    separate
    ldmia r1!, {r2, r3, r4, r5}
    smmla r7, r7, r2, r3
    smmla r8, r8, r2, r3
    smmla r9, r9, r2, r3
    smmla r10, r10, r4, r5
    smmla r11, r11, r4, r5
    smmla r12, r12, r4, r5
    ssat r7, #8, r7, asr #\shift
    ssat r8, #8, r8, asr #\shift
    ssat r9, #8, r9, asr #\shift
    ssat r10, #8, r10, asr #(\shift + 8)
    ssat r11, #8, r11, asr #(\shift + 8)
    ssat r12, #8, r12, asr #(\shift + 8)
    store_and_next
.endm

.macro round_one a /* r5 twice the sum */
    smmlar r5, r5, r2, r3
    add \a, r5, \a, asr #31
    asr \a, \a, r4
    ssat \a, #8, \a
.endm

.macro round_a a
    lsl r5, \a, #1
    round_one \a
.endm

.macro round_b b
    asr r5, \b, #7
    round_one \b
.endm

    .section .text.helia_conv_dsp_pairs, "ax", %progbits
    .global helia_conv_dsp_pairs
    .type helia_conv_dsp_pairs, %function
    .thumb_func
    .balign 4
helia_conv_dsp_pairs:
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    ldmia r0, {r2-r9} /* the frame */
    cmp r7, #0
    bne.w 11f
    ldrd r6, r7, [r0, #STEPS] /* the first call of a tile */
    adr.w r8, 4f
    cmp r7, #2
    it eq
    adreq.w r8, 5f
    it lo
    adrlo.w r8, 6f
    cmp r7, #3
    it eq
    adreq.w r8, 7f
    orr r8, r8, #1 /* the epilogue */
    sub r6, r6, #2
    mov r10, #3
    udiv r11, r6, r10
    mls r10, r11, r10, r6 /* steps beyond a multiple of three: two is one two, one is two twos */
    cmp r10, #1
    itt eq
    subeq r11, r11, #1
    moveq r10, #4
    adr.w r12, 2f /* skips all threes of a turn less those of the first */
    mov lr, #THREES
    udiv r7, r11, lr
    mls r7, r7, lr, r11
    cmp r7, #0
    it ne
    rsbne r7, r7, #THREES
    mov lr, #THREE
    mla r9, r7, lr, r12
    cmp r11, #0
    ite eq
    moveq r9, r8 /* nothing is left to the loop */
    orrne r9, r9, #1
    adr.w r12, 3f /* skips two twos less those wanted */
    rsb r7, r10, #4
    mov lr, #TWO / 2
    mla r7, r7, lr, r12
    cmp r10, #0
    ite eq
    moveq r7, r9 /* none is */
    orrne r7, r7, #1
    strd r7, r8, [r0, #ENTRY]
    str r9, [r0, #LOOP]
    ldr r6, [r0, #OUTPUT_END]
11: stmia sp, {r2-r9}

1:  ldr r0, [sp]
    ldmia r1!, {r7, r10}
    two_first_steps
    ldr pc, [sp, #ENTRY]
    .balign 4
3:  two_steps
    two_steps
    ldr pc, [sp, #LOOP]
    .balign 4
2:  .rept THREES
    three_steps
    .endr
    ldr r2, [sp, #COLUMNS_END]
    cmp r0, r2
    bne.w 2b
    ldr pc, [sp, #EPILOGUE]

    .balign 4
4:  linear 4
    .balign 4
5:  linear 2
    .balign 4
6:  separate
    ldmia r1!, {r2, r3, r4}
    round_a r7
    round_a r8
    round_a r9
    ldmia r1!, {r2, r3, r4}
    round_b r10
    round_b r11
    round_b r12
    store_and_next

    .balign 4
7:  sub r10, r10, r7 /* raw: 32-bit sums are added to */
    sub r11, r11, r8
    sub r12, r12, r9
    ldr lr, [sp, #OUTPUT]
    ldmia lr, {r0, r2-r6}
    add r0, r0, r7
    add r2, r2, r8
    add r3, r3, r9
    add r4, r4, r10, asr #8
    add r5, r5, r11, asr #8
    add r6, r6, r12, asr #8
    stmia lr!, {r0, r2-r6}
    ldr r2, [sp, #OUTPUT_END]
    str lr, [sp, #OUTPUT]
    cmp lr, r2
    bne.w 1b

9:  add sp, sp, #FRAME
    mov r0, r1
    pop {r4-r11, pc}
    .size helia_conv_dsp_pairs, . - helia_conv_dsp_pairs
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
