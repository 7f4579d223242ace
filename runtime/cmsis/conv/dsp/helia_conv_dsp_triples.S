/* SPDX-License-Identifier: Apache-2.0 */

/* Triples of columns at equal distances, for cores with the DSP extension. C prototype:
 * helia_conv_dsp_triples.h.
 */
#include "helia_conv_dsp_triples.h"
#if HELIA_DSP

    .syntax unified
    .thumb

    .equ OUTPUT_END, 4 /* in the tile */
    .equ OUTPUT, 16

    .section .text.helia_conv_dsp_triples, "ax", %progbits
    .global helia_conv_dsp_triples
    .type helia_conv_dsp_triples, %function
    .thumb_func
    .balign 4
helia_conv_dsp_triples:
    push {r4-r10, lr}
    mov r4, r0
    mov r5, r1
    mov r6, r2
    mov r7, r3
    ldrd r8, r9, [sp, #32]
1:  mov r0, r4
    ldr r1, [r5]
    bl helia_conv_dsp_widen
    mov r0, r5
    mov r1, r6
    bl helia_conv_dsp_pairs
    ldmia r4, {r0, r1, r2}
    add r0, r0, r8
    add r1, r1, r8
    add r2, r2, r8
    stmia r4, {r0, r1, r2}
    ldr r0, [r5, #OUTPUT_END]
    ldr r1, [r5, #OUTPUT]
    add r0, r0, r9
    add r1, r1, r9
    str r0, [r5, #OUTPUT_END]
    str r1, [r5, #OUTPUT]
    subs r7, r7, #1
    bne 1b
    pop {r4-r10, pc}
    .size helia_conv_dsp_triples, . - helia_conv_dsp_triples
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
