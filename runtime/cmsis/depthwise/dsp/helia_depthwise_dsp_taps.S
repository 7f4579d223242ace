/* SPDX-License-Identifier: Apache-2.0 */

/* All channels of one position, by four, over pairs of taps, for cores with the DSP extension.
 * C prototype and the stream's layout: helia_depthwise_dsp_taps.h. Loads of the input need no
 * alignment.
 *
 * r0 taps, r1 channel, r2 stream, r3 r4 words of two taps, r5 r6 channels (a, b) and (c, d) of
 * both, r7 r8 their weights, r9-r12 sums, lr pairs left.
 */
#include "helia_depthwise_dsp_taps.h"
#if HELIA_DSP

    .syntax unified
    .thumb

    /* frame */
    .equ TAPS, 0 /* and pairs */
    .equ LAST, 8
    .equ OUTPUT, 12
    .equ EPILOGUE, 16
    .equ FRAME, 20

.macro two_channels x, w, first, second
    sxtb16 r3, \x
    sxtb16 r4, \w
    smlad \first, r3, r4, \first
    sxtb16 \x, \x, ror #8
    sxtb16 \w, \w, ror #8
    smlad \second, \x, \w, \second
.endm

.macro rounded sum /* r6 lost */
    ldmia r2!, {r3, r4, r5}
    lsl r6, \sum, #1
    smmlar r6, r6, r3, r4
    add \sum, r6, \sum, asr #31
    asr \sum, \sum, r5
    ssat \sum, #8, \sum
.endm

    .section .text.helia_depthwise_dsp_taps, "ax", %progbits
    .global helia_depthwise_dsp_taps
    .type helia_depthwise_dsp_taps, %function
    .thumb_func
    .balign 4
helia_depthwise_dsp_taps:
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    mov r2, r1
    ldmia r0, {r4-r8} /* taps, pairs, last, output, form */
    adr.w r9, 4f
    cmp r8, #0
    it eq
    adreq.w r9, 5f
    cmp r8, #3
    it eq
    adreq.w r9, 6f
    orr r8, r9, #1
    stmia sp, {r4-r8}
    mov r1, #0

1:  ldrd r0, lr, [sp, #TAPS]
    ldmia r2!, {r9-r12}
2:  ldrd r3, r4, [r0], #8
    ldr r3, [r3, r1]
    ldr r4, [r4, r1]
    ldmia.w r2!, {r7, r8}
    pkhbt r5, r3, r4, lsl #16
    pkhtb r6, r4, r3, asr #16
    two_channels r5, r7, r9, r10
    two_channels r6, r8, r11, r12
    subs lr, lr, #1
    bne 2b
    ldr r0, [sp, #OUTPUT]
    ldr pc, [sp, #EPILOGUE]

    .balign 4
5:  rounded r9
    rounded r10
    rounded r11
    rounded r12
    b 7f
    .balign 4
4:  ldmia r2!, {r3-r8}
    smmla r9, r9, r3, r4
    smmla r10, r10, r5, r6
    smmla r11, r11, r7, r8
    ldmia r2!, {r3, r4}
    ssat r9, #8, r9, asr #2
    ssat r10, #8, r10, asr #2
    smmla r12, r12, r3, r4
    ssat r11, #8, r11, asr #2
    ssat r12, #8, r12, asr #2
7:  add r0, r0, r1
    strb r9, [r0]
    strb r10, [r0, #1]
    strb r11, [r0, #2]
    strb r12, [r0, #3]
3:  ldr r3, [sp, #LAST]
    cmp r1, r3
    beq 8f
    add r1, r1, #4
    cmp r1, r3
    it gt
    movgt r1, r3
    b 1b

    .balign 4
6:  stmia r0!, {r9-r12} /* raw */
    add r2, r2, #32
    str r0, [sp, #OUTPUT]
    b 3b

8:  add sp, sp, #FRAME
    pop {r4-r11, pc}
    .size helia_depthwise_dsp_taps, . - helia_depthwise_dsp_taps
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
