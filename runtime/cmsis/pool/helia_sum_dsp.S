/* SPDX-License-Identifier: Apache-2.0 */

/* Sums over a window of sixteen channels, for cores with the DSP extension: SXTAB16 adds two bytes
 * of a word to two sums of 16 bits. C prototype: helia_sum_dsp.h. Loads need no alignment.
 *
 * r0 from, r1 r2 words, r3 columns left, r4-r11 sums, r12 bytes of a column, lr rows left.
 */
#include "helia_sum_dsp.h"
#if HELIA_DSP

    .syntax unified
    .thumb
    .section .text.helia_sum_dsp, "ax", %progbits
    .global helia_sum_dsp
    .type helia_sum_dsp, %function
    .thumb_func
    .balign 4
helia_sum_dsp:
    push {r1, r4-r11, lr}
    mov lr, r0
    ldmia lr, {r0, r2, r3, r4, lr} /* from, column, row, columns, rows */
    push {r3, r4}
    mov r12, r2
    mov r4, #0
    mov r5, #0
    mov r6, #0
    mov r7, #0
    mov r8, #0
    mov r9, #0
    mov r10, #0
    mov r11, #0
1:  ldr r3, [sp, #4]
2:  ldr r1, [r0]
    ldr r2, [r0, #4]
    sxtab16 r4, r4, r1
    sxtab16 r5, r5, r1, ror #8
    sxtab16 r6, r6, r2
    sxtab16 r7, r7, r2, ror #8
    ldr r1, [r0, #8]
    ldr r2, [r0, #12]
    sxtab16 r8, r8, r1
    sxtab16 r9, r9, r1, ror #8
    sxtab16 r10, r10, r2
    sxtab16 r11, r11, r2, ror #8
    add r0, r0, r12
    subs r3, r3, #1
    bne 2b
    ldr r3, [sp]
    add r0, r0, r3
    subs lr, lr, #1
    bne 1b
    add sp, sp, #8
    pop {r1}
    stmia r1, {r4-r11}
    pop {r4-r11, pc}
    .size helia_sum_dsp, . - helia_sum_dsp
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
