/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_requant_mve.h"

#include "helia_line_mve.h"
#include "helia_requant_any_mve.h"
#include "helia_runtime.h"

enum { BIAS_WORDS = 8, BLOCK_WORDS = 24 };

#if defined(__ARM_FEATURE_MVE)

static void requant(const helia_block_mve_t *b, const int32_t *even, const int32_t *odd)
{
    const int32_t *quant = b->params + BIAS_WORDS;
    const mve_pred16_t lanes = vctp16q(b->lanes);
    int8_t *output = b->output;

    for (uint32_t i = 0; i < b->used; ++i) {
        const int16x8_t y = helia_requant_any_mve(vldrwq_s32(even + 4 * i), vldrwq_s32(odd + 4 * i),
                                                  quant, b->offset);
        vstrbq_p_s16(output, y, lanes);
        output += b->stride;
    }
}

#else

static int8_t one(const helia_block_mve_t *b, int32_t acc, int32_t multiplier, int32_t shift)
{
    if (b->form == HELIA_FORM_LINEAR_4) {
        return helia_line_mve(acc, multiplier, shift, 4);
    }
    if (b->form == HELIA_FORM_LINEAR_2) {
        return helia_line_mve(acc, multiplier, shift, 2);
    }
    return helia_requantize_s8(acc, multiplier, shift, b->offset, INT8_MIN, INT8_MAX);
}

static void requant(const helia_block_mve_t *b, const int32_t *even, const int32_t *odd)
{
    const int32_t *quant = b->params + BIAS_WORDS;

    for (uint32_t i = 0; i < b->used; ++i) {
        for (uint32_t c = 0; c < b->lanes; ++c) {
            const uint32_t lane = 4 * (c % 2) + c / 2;
            const int32_t acc = (c % 2 == 0 ? even : odd)[4 * i + c / 2];
            b->output[i * b->stride + c] = one(b, acc, quant[lane], quant[8 + lane]);
        }
    }
}

#endif

/*
 * Accumulators of a block of channels to int8.
 *
 * Layout: acc [half][n][4], of which the first are used; params: bias, multipliers (A4, B4),
 * shifts. Rounding: two-step requantization per channel, then offset and saturation to int8. Source
 * of the arithmetic: the int8 reference kernels of TFLM. VQRDMULH is the first step, VRSHL the
 * second up to negative ties, which it rounds up: hence 1 is taken from negative values that are
 * shifted. An offset of -128 hides them (form RELU). The linear forms stand for both roundings
 * where the compiler has compared them at every step of the reference; with MVE they are in
 * assembler alone.
 */
void helia_requant_mve(helia_block_mve_t *b)
{
    requant(b, b->acc, b->acc + 4 * b->n);
    b->params += BLOCK_WORDS;
    b->output += HELIA_BLOCK;
}
