/* SPDX-License-Identifier: Apache-2.0 */

/* Widens bytes to int16, eight at a time, for cores with the DSP extension. C prototype:
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
    push {r4-r6, lr}
    cbz r2, 2f
1:  ldr r3, [r0], #4
    ldr r5, [r0], #4
    sxtb16 r4, r3, ror #8
    sxtb16 r3, r3
    sxtb16 r6, r5, ror #8
    sxtb16 r5, r5
    stmia r1!, {r3-r6}
    subs r2, r2, #1
    bne 1b
2:  mov r0, r1
    pop {r4-r6, pc}
    .size helia_fully_connected_dsp_widen, . - helia_fully_connected_dsp_widen
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
