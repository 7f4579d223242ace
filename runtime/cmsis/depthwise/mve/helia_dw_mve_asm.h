/*
 * Assembler macros of the 3x3 depthwise tiles for MVE; included by helia_dw_mve_s*.S only.
 *
 * Four rows of an image stand interleaved byte by byte, so that a gather of four words is a patch of
 * 4 x 4 of one channel: lane 4 * column + row. VMLADAV with the nine weights in those lanes is one
 * output; the weights moved by a row and by a column give its neighbours from the same patch.
 *
 * void helia_dw_mve_sN_form(const helia_dw_mve_band_t *b), see helia_dw_mve_layer.h.
 *
 * Registers: r0 r2 r4 r6 sums; r1 bias, r3 multiplier, r5 shift; r7 output offset; r8 output, r9
 * table, r10 params, r11 weights, r12 band; q4-q7 weights. P0 picks the weights out of 16 lanes.
 */
    .syntax unified
    .thumb
    .text

/* Opens the function and the loop over channels. Frame: table, entries, column entries, end of the band. */
.macro helia_dw_open name
    .balign 4
helia_dw_picked\@:
    .byte   0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 0, 0, 0, 0
    .global \name
    .type \name, %function
    .thumb_func
\name:
    push    {r4-r11, lr}
    vpush   {d8-d15}
    ldm     r0, {r1, r2, r3, r4, r7, r8, r10, r11, r12}
    add     r4, r12, r4, lsl #2
    push    {r1, r2, r3, r4}
    movw    r0, #0x0777
    vmsr    p0, r0
9:
    ldm     r10!, {r1, r3, r5}
    adr     r0, helia_dw_picked\@
    vldrw.u32 q0, [r0]
    movs    r0, #0
    vpst
    vldrbt.u8 q4, [r11, q0]
    add     r11, r11, #9
    ldrd    r9, r2, [sp]
.endm

.macro helia_dw_close name
    ldr     r0, [sp, #12]
    add     r12, r12, #4
    add     r8, r8, #1
    cmp     r12, r0
    bne.w   9b
    add     sp, #16
    vpop    {d8-d15}
    pop     {r4-r11, pc}
    .size   \name, . - \name
.endm

/* Sums in r0 r2 r4 r6 to the lanes 0 to 3. */
.macro helia_dw_lanes q
    vmov    \q[2], \q[0], r0, r4
    vmov    \q[3], \q[1], r2, r6
.endm

/* Eight sums in q0 and q1 to int8 under a ReLU: a clamp to 0..255, then 128 is taken off. */
.macro helia_dw_relu
    vadd.i32     q0, q0, r1
    vadd.i32     q1, q1, r1
    vqrdmulh.s32 q0, q0, r3
    vqrdmulh.s32 q1, q1, r3
    vrshl.s32    q0, r5
    vrshl.s32    q1, r5
    vqmovunb.s32 q0, q0
    vqmovunt.s32 q0, q1
    vqmovnb.u16  q0, q0
    vadd.i16     q0, q0, r7
.endm

/* The same with shifts to the right and any output offset; the sign comes from the sum. */
.macro helia_dw_right
    vadd.i32     q0, q0, r1
    vshr.s32     q2, q0, #31
    vadd.i32     q1, q1, r1
    vqrdmlah.s32 q2, q0, r3
    vshr.s32     q3, q1, #31
    vqrdmlah.s32 q3, q1, r3
    vrshl.s32    q2, r5
    vrshl.s32    q3, r5
    vqmovnb.s32  q2, q2
    vqmovnt.s32  q2, q3
    vqadd.s16    q2, q2, r7
    vqmovnb.s16  q0, q2
.endm

/* The same by a line per channel: r5 is its addend. */
.macro helia_dw_line shift
    vadd.i32     q0, q0, r1
    vadd.i32     q1, q1, r1
    vqdmulh.s32  q0, q0, r3
    vqdmulh.s32  q1, q1, r3
    vqmovnb.s32  q0, q0
    vqmovnt.s32  q0, q1
    vqadd.s16    q0, q0, r5
    vqrshrnb.s16 q0, q0, #\shift
.endm

.macro helia_dw_linear_4
    helia_dw_line 4
.endm

.macro helia_dw_linear_2
    helia_dw_line 2
.endm

/* Stride 1: a patch is 2 x 2 outputs; an entry of the table is two patches and eight addresses. */
.macro helia_dw_patch q, offsets
    vldrw.u32   \offsets, [r9], #16
    vldrw.u32   \q, [r12, \offsets]
    vmladav.s8  r0, \q, q4
    vmladav.s8  r2, \q, q6
    vmladav.s8  r4, \q, q5
    vmladav.s8  r6, \q, q7
.endm

/* Of two patches the left two outputs: a last column that has no neighbour. */
.macro helia_dw_column q
    vldrw.u32   q2, [r9], #16
    vldrw.u32   q3, [r12, q2]
    vmladav.s8  r0, q3, q4
    vmladav.s8  r2, q3, q5
    vldrw.u32   q2, [r9], #16
    vldrw.u32   q3, [r12, q2]
    vmladav.s8  r4, q3, q4
    vmladav.s8  r6, q3, q5
    helia_dw_lanes \q
.endm

.macro helia_dw_s1 name, requantize
    helia_dw_open \name
    vshl.i32    q5, q4, #8
    vmov        q6, q4
    vshlc       q6, r0, #32
    vshl.i32    q7, q6, #8
    dls         lr, r2
1:
    helia_dw_patch q0, q2
    helia_dw_lanes q0
    helia_dw_patch q1, q3
    helia_dw_lanes q1
    \requantize
    vldrw.u32   q2, [r9], #16
    vstrb.16    q0, [r8, q2]
    le          lr, 1b
    ldr         r2, [sp, #8]
    wls         lr, r2, 3f
2:
    helia_dw_column q0
    helia_dw_column q1
    \requantize
    vldrw.u32   q2, [r9], #16
    vstrb.16    q0, [r8, q2]
    le          lr, 2b
3:
    helia_dw_close \name
.endm

/* Stride 2: a patch is one output; an entry is four pairs of them, 128 bytes apart, by address. */
.macro helia_dw_pairs x, y
    ldrd        r4, r6, [r9], #8
    add         r4, r4, r12
    add         r6, r6, r12
    vldrw.u32   \x, [r4, q5]
    vmladav.s8  r0, \x, q4
    vldrw.u32   \y, [r4, q6]
    vmladav.s8  r2, \y, q4
    vldrw.u32   \x, [r6, q5]
    vmladav.s8  r4, \x, q4
    vldrw.u32   \y, [r6, q6]
    vmladav.s8  r6, \y, q4
.endm

.macro helia_dw_s2 name, requantize
    .balign 4
helia_dw_words:
    .word   0, 64, 128, 192
    helia_dw_open \name
    adr         r0, helia_dw_words
    vldrw.u32   q5, [r0]
    movs        r0, #128
    vadd.i32    q6, q5, r0
    dls         lr, r2
1:
    helia_dw_pairs q0, q1
    helia_dw_lanes q0
    helia_dw_pairs q1, q2
    helia_dw_lanes q1
    \requantize
    vldrw.u32   q2, [r9], #16
    vstrb.16    q0, [r8, q2]
    le          lr, 1b
    helia_dw_close \name
.endm

.macro helia_dw name, stride, form
    helia_dw_s\stride \name, helia_dw_\form
.endm
