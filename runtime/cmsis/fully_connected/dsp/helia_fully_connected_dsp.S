/* SPDX-License-Identifier: Apache-2.0 */

/* Blocks of four units times one row of inputs, for cores with the DSP extension. C prototype and
 * the stream's layout: helia_fully_connected_dsp.h; the arithmetic: helia_conv_dsp_pairs.S.
 *
 * r0 inputs, r1 stream, r2-r5 weights of two steps and two pairs, r6-r9 inputs, r10 r11 sums of a
 * and c, r12 lr of a + 256 b and c + 256 d.
 */
#include "helia_fully_connected_dsp.h"
#if HELIA_DSP

    .syntax unified
    .thumb

    /* frame: inputs, output, its end, end of the inputs, entry, epilogue */
    .equ OUTPUT, 4
    .equ INPUTS_END, 12
    .equ ENTRY, 16
    .equ EPILOGUE, 20
    .equ FRAME, 24
    .equ GROUP, 104 /* bytes of four steps */
    .equ GROUPS, 8  /* in a turn of the loop */
    .equ LOAD, 2    /* of their first load, which the entry leaves out */

.macro step x, ab, cd
    smlad r12, \x, \ab, r12
    smlad lr, \x, \cd, lr
    sxtb16 \ab, \ab
    sxtb16 \cd, \cd
    smlad r10, \x, \ab, r10
    smlad r11, \x, \cd, r11
.endm

.macro four_steps
    ldmia r1!, {r2-r5}
    ldmia.w r0!, {r6-r9}
    step r6, r2, r3
    step r7, r4, r5
    ldmia r1!, {r2-r5}
    step r8, r2, r3
    step r9, r4, r5
.endm

.macro separate
    sub r12, r12, r10
    sub lr, lr, r11
.endm

.macro next_block
    str r2, [sp, #OUTPUT]
    cmp r2, r3
    bne.w 1b
    b.w 9f
.endm

.macro store_and_next
    ldmia.w sp, {r0, r2, r3}
    strb r12, [r2, #1]
    strb r11, [r2, #2]
    strb lr, [r2, #3]
    strb r10, [r2], #4
    next_block
.endm

.macro linear shift
    ldmia r1!, {r2-r9}
    separate
    smmla r10, r10, r2, r3
    smmla r12, r12, r4, r5
    smmla r11, r11, r6, r7
    smmla lr, lr, r8, r9
    ssat r10, #8, r10, asr #\shift
    ssat r12, #8, r12, asr #(\shift + 8)
    ssat r11, #8, r11, asr #\shift
    ssat lr, #8, lr, asr #(\shift + 8)
    store_and_next
.endm

.macro round sum, multiplier, addend, shift
    smmlar r8, r8, \multiplier, \addend
    add \sum, r8, \sum, asr #31
    asr \sum, \sum, \shift
    ssat \sum, #8, \sum
.endm

.macro round_pair a, b
    ldmia.w r1!, {r2-r7}
    lsl r8, \a, #1
    round \a, r2, r3, r4
    asr r8, \b, #7
    round \b, r5, r6, r7
.endm

    .section .text.helia_fully_connected_dsp, "ax", %progbits
    .global helia_fully_connected_dsp
    .type helia_fully_connected_dsp, %function
    .thumb_func
    .balign 4
helia_fully_connected_dsp:
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    ldmia r0, {r2-r7} /* inputs, output, its end, end of the inputs, groups, form */
    rsb r6, r6, #0
    and r6, r6, #(GROUPS - 1) /* groups to skip in the first turn */
    mov r9, #GROUP
    adr.w r10, 2f + LOAD
    mla r6, r6, r9, r10
    orr r6, r6, #1
    adr.w r9, 4f
    cmp r7, #1
    it lo
    adrlo.w r9, 5f
    it hi
    adrhi.w r9, 6f
    orr r7, r9, #1
    stmia sp, {r2-r7}
    mov r0, r2

1:  ldmia.w r1!, {r2-r5, r10, r11, r12, lr}
    ldr pc, [sp, #ENTRY]
    .balign 4
2:  .rept GROUPS
    four_steps
    .endr
    ldr r2, [sp, #INPUTS_END]
    cmp r0, r2
    bne.w 2b
    ldr pc, [sp, #EPILOGUE]

    .balign 4
4:  linear 1
    .balign 4
5:  separate
    round_pair r10, r12
    round_pair r11, lr
    store_and_next
    .balign 4
6:  separate /* raw: 32-bit sums are added to */
    ldmia.w sp, {r0, r2, r3}
    ldmia r2, {r4-r7}
    add r4, r4, r10
    add r5, r5, r12, asr #8
    add r6, r6, r11
    add r7, r7, lr, asr #8
    stmia r2!, {r4-r7}
    next_block

9:  add sp, sp, #FRAME
    mov r0, r1
    pop {r4-r11, pc}
    .size helia_fully_connected_dsp, . - helia_fully_connected_dsp
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
