/* SPDX-License-Identifier: Apache-2.0 */

/* Widens runs of bytes of three columns into interleaved int16 pairs, for cores with the DSP
 * extension. C prototype: helia_conv_dsp_widen.h.
 *
 * Of every word of four bytes the pairs are (0, 2) and (1, 3), as SXTB16 gives them; the three
 * columns of a pair stand side by side. Loads need no alignment, the stores are of words.
 */
#include "helia_conv_dsp_widen.h"
#if HELIA_DSP

    .syntax unified
    .thumb
    .equ WORD, 40 /* bytes of the code of one */

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

    .section .text.helia_conv_dsp_widen, "ax", %progbits
    .global helia_conv_dsp_widen
    .type helia_conv_dsp_widen, %function
    .thumb_func
    .balign 4
helia_conv_dsp_widen:
    push {r4-r11, lr}
    mov r12, r0
    ldmia r12, {r0, r2-r7} /* three columns, distance of the runs, words of a run, runs, tail */
    sub r10, r4, r5, lsl #2
    add r11, r5, #3
    lsr r11, r11, #2 /* turns of four words, the first entered in the middle */
    rsb r4, r5, #0
    and r4, r4, #3
    mov r12, #WORD
    adr.w r8, 2f
    mla r8, r4, r12, r8
    orr r8, r8, #1
    mov r12, r6
    push {r7, r8}
1:  movs lr, r11
    beq 3f
    ldr pc, [sp, #4]
    .balign 4
2:  .rept 4
    word
    .endr
    subs lr, lr, #1
    bne 2b
3:  ldr r7, [sp]
    cbz r7, 4f
    ldrsb r4, [r0] /* the byte after the words: low and high halves of the tail in turn */
    ldrsb r5, [r2]
    ldrsb r6, [r3]
    strh r4, [r7]
    strh r5, [r7, #4]
    strh r6, [r7, #8]
    tst r7, #2
    ite eq
    addeq r7, r7, #2
    addne r7, r7, #10
    str r7, [sp]
4:  add r0, r0, r10
    add r2, r2, r10
    add r3, r3, r10
    subs r12, r12, #1
    bne 1b
    add sp, sp, #8
    mov r0, r1
    pop {r4-r11, pc}
    .size helia_conv_dsp_widen, . - helia_conv_dsp_widen
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
