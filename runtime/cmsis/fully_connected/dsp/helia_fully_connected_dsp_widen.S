/* SPDX-License-Identifier: Apache-2.0 */

/* Widens bytes to int16, sixteen at a time, for cores with the DSP extension. C prototype:
 * helia_fully_connected_dsp_widen.h. Loads need no alignment.
 */
#include "helia_fully_connected_dsp_widen.h"
#if HELIA_DSP

    .syntax unified
    .thumb
    .section .text.helia_fully_connected_dsp_widen, "ax", %progbits
    .global helia_fully_connected_dsp_widen
    .type helia_fully_connected_dsp_widen, %function
    .thumb_func
    .balign 4
helia_fully_connected_dsp_widen:
    push {r4-r10, lr}
    lsrs r12, r2, #1 /* sixteen bytes at a time, and eight more */
    beq 2f
1:  ldr r4, [r0], #4
    ldr r6, [r0], #4
    ldr.w r8, [r0], #4
    ldr.w r10, [r0], #4
    sxtb16 r3, r4
    sxtb16 r4, r4, ror #8
    sxtb16 r5, r6
    sxtb16 r6, r6, ror #8
    sxtb16 r7, r8
    sxtb16 r8, r8, ror #8
    sxtb16 r9, r10
    sxtb16 r10, r10, ror #8
    stmia.w r1!, {r3-r10}
    subs r12, r12, #1
    bne 1b
2:  lsls r2, r2, #31
    beq 3f
    ldr r4, [r0]
    ldr r6, [r0, #4]
    sxtb16 r3, r4
    sxtb16 r4, r4, ror #8
    sxtb16 r5, r6
    sxtb16 r6, r6, ror #8
    stmia r1!, {r3-r6}
3:  mov r0, r1
    pop {r4-r10, pc}
    .size helia_fully_connected_dsp_widen, . - helia_fully_connected_dsp_widen
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
