/* SPDX-License-Identifier: Apache-2.0 */

/* Packs pairs of rows of four channels into vertical int16 pairs, for cores with the DSP
 * extension. C prototype and the ring's layout: helia_depthwise_dsp_pack.h.
 *
 * r0 image, r1 distance of the rows, r2 ring, r3 columns left or their end, r4 r5 bytes of four channels,
 * r6-r9 pairs of channels 1, 3, 0, 2, r10 step, r11 r12 lr one, two, three planes.
 */
#include "helia_depthwise_dsp_pack.h"
#if HELIA_DSP

    .syntax unified
    .thumb

    /* frame: a copy of the argument */
    .equ RING, 8 /* and left */
    .equ WIDTH, 16
    .equ RIGHT, 20
    .equ STEP, 24 /* and plane */
    .equ ROWS, 32
    .equ ZEROS, 36 /* and zero bytes */
    .equ PAIRS, 44
    .equ FRAME, 48

.macro zeros /* r3 columns of zero points */
    cbz r3, 8f
7:  str r4, [r2, r11]
    str r4, [r2, r12]
    str r4, [r2, lr]
    str r4, [r2], #16
    subs r3, r3, #1
    bne 7b
8:
.endm

.macro pair
    pkhbt r6, r4, r5, lsl #16
    pkhtb r7, r5, r4, asr #16
    sxtb16 r8, r6
    sxtb16 r6, r6, ror #8
    sxtb16 r9, r7
    sxtb16 r7, r7, ror #8
    str r6, [r2, r11]
    str r9, [r2, r12]
    str r7, [r2, lr]
    str r8, [r2], #16
.endm

.macro until label
    cmp r2, r3
    bne \label
.endm

.macro both
    ldr r5, [r0, r1]
    ldr r4, [r0]
    add r0, r0, r10
    pair
.endm

    .section .text.helia_depthwise_dsp_pack, "ax", %progbits
    .global helia_depthwise_dsp_pack
    .type helia_depthwise_dsp_pack, %function
    .thumb_func
    .balign 4
helia_depthwise_dsp_pack:
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    ldmia r0!, {r2-r7}
    ldmia r0, {r8-r12, lr}
    stmia sp, {r2-r12, lr}
    .equ FROM, 0 /* and distance */
    mov r10, r8 /* step, plane */
    mov r11, r9
    lsl r12, r11, #1
    add lr, r11, r12

6:  ldrd r2, r3, [sp, #RING]
    ldr r4, [sp, #ZEROS]
    zeros
    ldrd r0, r1, [sp, #FROM]
    ldr r3, [sp, #WIDTH]
    ldr r7, [sp, #ROWS]
    ldr r5, [sp, #ZEROS + 4]
    cmp r3, #0
    beq.w 4f
    and r4, r3, #1
    add r3, r2, r3, lsl #4 /* the end of the ring's columns */
    cmp r7, #1
    beq 2f
    bhi 3f
    cbnz r4, 10f /* two columns a turn, entered in the middle where their number is odd */
1:  both
10: both
    until 1b
    b 4f
2:  ldr r4, [r0] /* the second row is outside */
    add r0, r0, r10
    pair
    until 2b
    b 4f
3:  mov r1, r5 /* the first row is outside */
5:  ldr r5, [r0]
    mov r4, r1
    add r0, r0, r10
    pair
    until 5b
4:  ldr r3, [sp, #RIGHT]
    ldr r4, [sp, #ZEROS]
    zeros
    ldr r5, [sp, #PAIRS]
    subs r5, r5, #1
    beq 9f
    str r5, [sp, #PAIRS]
    ldrd r0, r1, [sp, #FROM]
    ldr r2, [sp, #RING]
    add r0, r0, r1, lsl #1
    add r2, r2, #4
    str r0, [sp, #FROM]
    str r2, [sp, #RING]
    b 6b
9:  add sp, sp, #FRAME
    pop {r4-r11, pc}
    .size helia_depthwise_dsp_pack, . - helia_depthwise_dsp_pack
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
