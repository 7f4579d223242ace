/*
 * What requantizations of blocks of eight channels open and close with; included by
 * helia_requant_mve_*.S only. Two positions a round, of which an odd number leaves out the first:
 * the carry is clear then.
 *
 * Registers: r0 and r1 the accumulators of both halves, r3 output, r4 from one position to the next,
 * r12 offset; q0 and q1 multipliers, q2 and q3 shifts or addends.
 */
    .syntax unified
    .thumb
    .text

.macro helia_requant_open name
    .balign 4
    .global \name
    .type \name, %function
    .thumb_func
\name:
    push    {r4-r6, lr}
    vpush   {d8-d15}
    ldr     r1, [r0, #4]
    ldrd    r5, r6, [r0, #12]
    ldrd    r2, r3, [r0, #28]
    ldrd    r4, r12, [r0, #36]
    vldrw.u32 q0, [r5, #32]
    vldrw.u32 q1, [r5, #48]
    vldrw.u32 q2, [r5, #64]
    vldrw.u32 q3, [r5, #80]
    adds    r5, #96
    str     r5, [r0, #12]
    add     r5, r3, #8
    str     r5, [r0, #32]
    mov     r0, r6
    add     r1, r6, r1, lsl #4
    adds    r2, #1
    lsrs    r2, r2, #1
    dls     lr, r2
.endm

.macro helia_requant_close name
    vpop    {d8-d15}
    pop     {r4-r6, pc}
    .size   \name, . - \name
.endm
