/*
 * Assembler macros that requantize blocks of eight channels; included by helia_requant_mve_*.S only.
 * Two positions a round, of which an odd number leaves out the first: the carry is clear then.
 *
 * void helia_requant_mve_form(helia_block_mve_t *b), see helia_requant_mve.h. A form is what is done
 * once before (prepare) and for each of the two positions, in vectors of their own (first, second).
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

.macro helia_requant name, form
    helia_requant_open \name
    helia_\form\()_prepare
    bcc     2f
1:
    helia_\form\()_first
2:
    helia_\form\()_second
    le      lr, 1b
    helia_requant_close \name
.endm

/* Under a ReLU, 12 instructions per eight results: a narrowing to unsigned 16 and 8 bits clamps to
 * 0..255, then 128 is taken off. */
.macro helia_relu_step x, y
    vldrw.u32    \x, [r0], #16
    vqrdmulh.s32 \x, \x, q0
    vldrw.u32    \y, [r1], #16
    vrshl.s32    \x, \x, q2
    vqrdmulh.s32 \y, \y, q1
    vqmovunb.s32 \x, \x
    vrshl.s32    \y, \y, q3
    vqmovunt.s32 \x, \y
    vqmovnb.u16  \x, \x
    vadd.i16     \x, \x, r12
    vstrb.16     \x, [r3]
    add          r3, r3, r4
.endm
.macro helia_relu_prepare
    mov          r12, #128
.endm
.macro helia_relu_first
    helia_relu_step q4, q5
.endm
.macro helia_relu_second
    helia_relu_step q6, q7
.endm

/* All shifts to the right, 16 instructions per eight results. */
.macro helia_right_step
    vldrw.u32    q4, [r0], #16
    vqrdmulh.s32 q4, q4, q0
    vldrw.u32    q5, [r1], #16
    vqrdmulh.s32 q5, q5, q1
    vshr.s32     q6, q4, #31
    vadd.i32     q4, q4, q6
    vshr.s32     q7, q5, #31
    vrshl.s32    q4, q4, q2
    vadd.i32     q5, q5, q7
    vqmovnb.s32  q4, q4
    vrshl.s32    q5, q5, q3
    vqmovnt.s32  q4, q5
    vqadd.s16    q4, q4, r12
    vqmovnb.s16  q4, q4
    vstrb.16     q4, [r3]
    add          r3, r3, r4
.endm
.macro helia_right_prepare
.endm
.macro helia_right_first
    helia_right_step
.endm
.macro helia_right_second
    helia_right_step
.endm

/* By a line, 10 instructions per eight results:
 * ((2 * acc * multiplier >> 32) + addend + half) >> shift, saturated to 16 bits on the way. */
.macro helia_linear_step x, y, shift
    vldrw.u32    \x, [r0], #16
    vqdmulh.s32  \x, \x, q0
    vldrw.u32    \y, [r1], #16
    vqdmulh.s32  \y, \y, q1
    vqmovnb.s32  \x, \x
    vqmovnt.s32  \x, \y
    vqadd.s16    \x, \x, q2
    vqrshrnb.s16 \x, \x, #\shift
    vstrb.16     \x, [r3]
    add          r3, r3, r4
.endm
.macro helia_linear_prepare
    vmovnb.i32   q2, q2
    vmovnt.i32   q2, q3
.endm
.macro helia_linear_4_prepare
    helia_linear_prepare
.endm
.macro helia_linear_4_first
    helia_linear_step q3, q4, 4
.endm
.macro helia_linear_4_second
    helia_linear_step q3, q5, 4
.endm
.macro helia_linear_2_prepare
    helia_linear_prepare
.endm
.macro helia_linear_2_first
    helia_linear_step q3, q4, 2
.endm
.macro helia_linear_2_second
    helia_linear_step q3, q5, 2
.endm
