/* SPDX-License-Identifier: Apache-2.0 */

/* Widens runs of bytes of three columns into interleaved int16 pairs, for cores with the DSP
 * extension. C prototype: helia_conv_dsp_widen.h.
 *
 * Of every word of four bytes the pairs are (0, 2) and (1, 3), as SXTB16 gives them; the three
 * columns of a pair stand side by side. Runs of an even number of words that start on words are
 * read two words at a time; loads of others need no alignment. The stores are of words.
 *
 * r0 r2 r3 columns, r1 pairs, r4-r9 bytes, then pairs, r10 from the end of a run to the next, r11
 * turns of a run, r12 runs left, lr turns left.
 */
#include "helia_conv_dsp_widen.h"
#if HELIA_DSP

    .syntax unified
    .thumb

    /* frame: to the next run, turns, entry, runs, and the argument, which has its words so too */
    .equ TURNS, 4 /* and entry */
    .equ ENTRY, 8
    .equ RUNS, 12
    .equ ARGUMENT, 16
    .equ FRAME, 20
    .equ FIELDS, 12  /* in the argument, of to the next run, turns and entry */
    .equ RUNS_LEFT, 24
    .equ TAIL, 28
    .equ DISTANCE, 32 /* and words */
    .equ PAIRED, 40

.macro word
    ldr.w r4, [r0], #4
    ldr.w r5, [r2], #4
    ldr.w r6, [r3], #4
    sxtb16 r7, r4, ror #8
    sxtb16 r8, r5, ror #8
    sxtb16 r9, r6, ror #8
    sxtb16 r4, r4
    sxtb16 r5, r5
    sxtb16 r6, r6
    stmia.w r1!, {r4-r9}
.endm

.macro half a, b, c
    sxtb16 r10, \a, ror #8
    sxtb16 r11, \b, ror #8
    sxtb16 r12, \c, ror #8
    sxtb16 \a, \a
    sxtb16 \b, \b
    sxtb16 \c, \c
    stmia.w r1!, {\a, \b, \c, r10, r11, r12}
.endm

.macro two_words
    ldrd r4, r5, [r0], #8
    ldrd r6, r7, [r2], #8
    ldrd r8, r9, [r3], #8
    half r4, r6, r8
    half r5, r7, r9
.endm

    .section .text.helia_conv_dsp_widen, "ax", %progbits
    .global helia_conv_dsp_widen
    .type helia_conv_dsp_widen, %function
    .thumb_func
    .balign 4
helia_conv_dsp_widen:
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    str r0, [sp, #ARGUMENT]
1:  mov r12, r0
    ldmia r12, {r0, r2, r3, r10, r11, r12, lr}
    cmp r12, #0
    beq 9f
    stmia.w sp, {r10, r11, r12, lr}
    mov r12, lr
6:  mov lr, r11
    ldr pc, [sp, #ENTRY]

    .balign 4
13: word /* a single turn */
    .balign 4
14: word
    add r0, r0, r10
    add r2, r2, r10
    add r3, r3, r10
    subs r12, r12, #1
    beq 4f
    ldr pc, [sp, #ENTRY]

    .balign 4
2:  word
    .balign 4
3:  word
    subs lr, lr, #1
    bne 2b
    add r0, r0, r10
    add r2, r2, r10
    add r3, r3, r10
    subs r12, r12, #1
    bne 6b

    .balign 4
4:  ldr r9, [sp, #ARGUMENT] /* the byte after the words: low and high halves of the tail in turn */
    ldr r8, [r9, #TAIL]
    cmp r8, #0
    beq 8f
    ldmia r9, {r2, r3, r4}
    ldrd r5, r6, [r9, #DISTANCE]
    ldr r7, [r9, #RUNS_LEFT]
    lsl r6, r6, #2
    and r12, r8, #2
    lsl r12, r12, #2
    add r12, r12, #2
10: ldrsb r9, [r2, r6]
    ldrsb r10, [r3, r6]
    ldrsb r11, [r4, r6]
    strh r9, [r8]
    strh r10, [r8, #4]
    strh r11, [r8, #8]
    add r8, r8, r12
    eor r12, r12, #8
    add r6, r6, r5
    subs r7, r7, #1
    bne 10b
8:  add sp, sp, #FRAME
    mov r0, r1
    pop {r4-r11, pc}

    .balign 4
5:  two_words
    .balign 4
7:  two_words
    subs lr, lr, #1
    bne 5b
    ldr r12, [sp, #RUNS]
    subs r12, r12, #1
    beq 4b
    ldrd r4, lr, [sp]
    str r12, [sp, #RUNS]
    add r0, r0, r4
    add r2, r2, r4
    add r3, r3, r4
    ldr pc, [sp, #ENTRY]

9:  ldr r0, [sp, #ARGUMENT] /* the first call for these runs: what does not change */
    ldrd r4, r5, [r0, #DISTANCE]
    ldr r6, [r0, #PAIRED]
    sub r10, r4, r5, lsl #2
    adr.w r12, 4b
    cbz r5, 11f
    adr.w r12, 13b
    adr.w r7, 14b
    cmp r5, #2
    itt hi
    adrhi.w r12, 2b
    adrhi.w r7, 3b
    cbz r6, 12f
    lsr r5, r5, #1
    adr.w r12, 5b
    adr.w r7, 7b
12: tst r5, #1
    it ne
    movne r12, r7 /* the first turn is half a one */
11: add r11, r5, #1
    lsr r11, r11, #1
    orr r12, r12, #1
    add r4, r0, #FIELDS
    stmia r4, {r10, r11, r12}
    b 1b
    .size helia_conv_dsp_widen, . - helia_conv_dsp_widen
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
