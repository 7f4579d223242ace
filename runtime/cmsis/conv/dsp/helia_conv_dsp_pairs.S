/* SPDX-License-Identifier: Apache-2.0 */

/* Three columns times all pairs of output channels of a convolution, for cores with the DSP
 * extension. C prototype and the stream's layout: helia_conv_dsp_pairs.h.
 *
 * A weight word holds two taps of channels a and b as int16 halves a + 256 b. SMLAD of the raw word
 * sums a + 256 b, SMLAD of its SXTB16 sums a: the difference is 256 times the sum of b, modulo 2^32.
 *
 * The first two steps start the sums from the biases. The others are done by three: one or two
 * beyond a multiple of three have their words loaded and enter in the middle of a three. The last
 * ten threes stand behind the loop, so that only what is before them asks whether it is the end.
 *
 * r0 columns, r1 stream, r2 r3 lr weights, r4-r6 three columns, r7-r9 sums of a, r10-r12 of
 * a + 256 b.
 */
#include "helia_conv_dsp_pairs.h"
#if HELIA_DSP

    .syntax unified
    .thumb

    /* frame: columns, end of the output, its stride, twice that, output, entries */
    .equ OUTPUT, 16
    .equ ENTRY, 20
    .equ LOOP, 24
    .equ EPILOGUE, 28
    .equ LOOP_END, 32 /* in the argument bytes from the columns */
    .equ FRAME, 36
    .equ STEPS, 36 /* and form, in the argument */
    .equ THREE, 94  /* bytes of three steps */
    .equ ONE, 30    /* of the last of them */
    .equ LOAD, 4    /* of the load of their words */
    .equ THREES, 14 /* in a turn of the loop */
    .equ BEHIND, 10 /* behind it */

.macro step w
    ldmia r0!, {r4, r5, r6}
    smlad r10, r4, \w, r10
    smlad r11, r5, \w, r11
    smlad r12, r6, \w, r12
    sxtb16 \w, \w
    smlad r7, r4, \w, r7
    smlad r8, r5, \w, r8
    smlad r9, r6, \w, r9
.endm

.macro three_steps count
    .rept \count
    ldmia.w r1!, {r2, r3, lr}
    step r2
    step r3
    step lr
    .endr
.endm

.macro separate /* b from a + 256 b */
    sub r10, r10, r7
    sub r11, r11, r8
    sub r12, r12, r9
.endm

.macro store_and_next
    ldmia.w sp, {r0, r2, r3, r4, lr}
    strb r9, [lr, r4]
    strb r8, [lr, r3]
    strb r7, [lr], #1
    strb r12, [lr, r4]
    strb r11, [lr, r3]
    strb r10, [lr], #1
    str lr, [sp, #OUTPUT]
    cmp lr, r2
    bne.w 1b
    b.w 9f
.endm

.macro linear shift
    ldmia r1!, {r2, r3, r4, r5}
    separate
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
.endm

.macro round sum, multiplier, addend, shift /* r0 twice the sum */
    smmlar r0, r0, \multiplier, \addend
    add \sum, r0, \sum, asr #31
    asr \sum, \sum, \shift
    ssat \sum, #8, \sum
.endm

.macro round_a a
    lsl r0, \a, #1
    round \a, r2, r3, r4
.endm

.macro round_b b
    asr r0, \b, #7
    round \b, r5, r6, lr
.endm

    .section .text.helia_conv_dsp_pairs, "ax", %progbits
    .global helia_conv_dsp_pairs
    .type helia_conv_dsp_pairs, %function
    .thumb_func
    .balign 4
helia_conv_dsp_pairs:
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    ldmia r0, {r2-r10} /* the frame */
    cmp r7, #0
    bne.w 11f
    ldrd r10, r11, [r0, #STEPS] /* the first call of a tile */
    adr.w r9, 4f
    cmp r11, #2
    it eq
    adreq.w r9, 5f
    it lo
    adrlo.w r9, 6f
    cmp r11, #3
    it eq
    adreq.w r9, 7f
    orr r9, r9, #1 /* the epilogue */
    mov r7, #3
    udiv r11, r10, r7 /* threes after the first two steps; the first may lack one or two */
    mls r12, r11, r7, r10
    rsb r12, r12, #2 /* what it lacks */
    mov r7, r9
    cmp r11, #0
    beq 10f /* no steps are left */
    adr.w r8, 3f
    rsbs r11, r11, #BEHIND /* threes that are skipped */
    bpl 12f
    mvn r11, r11 /* the loop does one more, but for whole turns */
    mov r8, #THREES
    udiv lr, r11, r8
    mls r11, lr, r8, r11
    rsb r11, r11, #(THREES - 1)
    adr.w r8, 2f
12: mov lr, #THREE
    mla r8, r11, lr, r8
    orr r8, r8, #1
    mov r7, r8
    cmp r12, #1
    blo 10f
    mov lr, #ONE
    mla r8, r12, lr, r8
    add r8, r8, #LOAD
    adr.w r7, 13f
    it hi
    adrhi.w r7, 14f
    orr r7, r7, #1
10: sub r10, r10, #(3 * BEHIND)
    add r10, r10, r10, lsl #1
    lsl r10, r10, #2
    add lr, r0, #ENTRY
    stmia lr, {r7-r10}
11: add r10, r10, r2
    stmia.w sp, {r2-r10}
    mov r0, r2

1:  ldmia.w r1!, {r2, r3, r7, r10}
    ldmia r0!, {r4, r5, r6}
    smlad r11, r5, r2, r10
    smlad r12, r6, r2, r10
    smlad r10, r4, r2, r10
    sxtb16 r2, r2
    smlad r8, r5, r2, r7
    smlad r9, r6, r2, r7
    smlad r7, r4, r2, r7
    step r3
    ldr pc, [sp, #ENTRY]
    .balign 4
13: ldmia.w r1!, {r3, lr} /* two steps of a three */
    ldr pc, [sp, #LOOP]
    .balign 4
14: ldr lr, [r1], #4 /* one */
    ldr pc, [sp, #LOOP]

    .balign 4
2:  three_steps THREES
    ldr r2, [sp, #LOOP_END]
    cmp r0, r2
    bne.w 2b
    .balign 4
3:  three_steps BEHIND
    ldr pc, [sp, #EPILOGUE]

    .balign 4
4:  linear 4
15: store_and_next
    .balign 4
5:  linear 2
    b 15b
    .balign 4
6:  ldmia.w r1!, {r2-r6, lr}
    separate
    round_a r7
    round_a r8
    round_a r9
    round_b r10
    round_b r11
    round_b r12
    store_and_next

    .balign 4
7:  separate /* raw: 32-bit sums are added to */
    ldr lr, [sp, #OUTPUT]
    ldmia lr, {r0, r2-r6}
    add r0, r0, r7
    add r2, r2, r8
    add r3, r3, r9
    add r4, r4, r10, asr #8
    add r5, r5, r11, asr #8
    add r6, r6, r12, asr #8
    stmia lr!, {r0, r2-r6}
    str lr, [sp, #OUTPUT]
    ldrd r0, r2, [sp]
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
