/* SPDX-License-Identifier: Apache-2.0 */

/* The certified line of two operands, for cores with the DSP extension. C prototype:
 * helia_add_dsp.h.
 *
 * r0 a, r1 b, r2 output, r3 r4 multipliers, r5 addend; the end of a is on the stack.
 */
#include "helia_add_dsp.h"
#if HELIA_DSP

    .syntax unified
    .thumb

.macro line a, b
    mla \a, \a, r3, r5
    mla \a, \b, r4, \a
    ssat \a, #8, \a, asr #21
.endm

    .section .text.helia_add_dsp, "ax", %progbits
    .global helia_add_dsp
    .type helia_add_dsp, %function
    .thumb_func
    .balign 4
helia_add_dsp:
    push {r4-r11, lr}
    ldr r4, [sp, #36]
    add r12, r0, r3, lsl #2
    push {r12}
    ldmia r4, {r3, r4, r5}
1:  ldrsb r6, [r0, #1]
    ldrsb r7, [r1, #1]
    ldrsb r8, [r0, #2]
    ldrsb r9, [r1, #2]
    ldrsb r10, [r0, #3]
    ldrsb r11, [r1, #3]
    ldrsb r12, [r0], #4
    ldrsb lr, [r1], #4
    line r6, r7
    line r8, r9
    line r10, r11
    line r12, lr
    strb r6, [r2, #1]
    strb r8, [r2, #2]
    strb r10, [r2, #3]
    strb r12, [r2], #4
    ldr r12, [sp]
    cmp r0, r12
    bne 1b
    pop {r12}
    pop {r4-r11, pc}
    .size helia_add_dsp, . - helia_add_dsp
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
