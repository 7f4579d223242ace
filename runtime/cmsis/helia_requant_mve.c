/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_line_mve.h"
#include "helia_requant_mve.h"
#include "helia_requant_mve_linear.h"
#include "helia_requant_mve_relu.h"
#include "helia_requant_mve_right.h"
#include "helia_runtime.h"

enum { BLOCK = 8 };
#include "helia_tile_mve.h"

#if defined(__ARM_FEATURE_MVE)

/* Two vectors of four accumulators to eight results, in 16-bit lanes. */
static int16x8_t requant_any(int32x4_t acc, int32x4_t multiplier, int32x4_t shift)
{
    const int32x4_t zero = vdupq_n_s32(0);
    const int32x4_t right = vminq_s32(shift, zero);
    const int32x4_t high = vqrdmulhq_s32(vshlq_s32(acc, vmaxq_s32(shift, zero)), multiplier);
    const int32x4_t sign = vshrq_n_s32(vandq_s32(high, right), 31);

    return vreinterpretq_s16_s32(vrshlq_s32(vaddq_s32(high, sign), right));
}

static void requant(const helia_requant_mve_t *r, const int32_t *a, const int32_t *b, uint32_t n,
                    const int32_t *quant)
{
    const mve_pred16_t lanes = vctp16q(r->lanes);
    int8_t *output = r->output;

    for (uint32_t i = 0; i < n; ++i) {
        const int16x8_t even =
            requant_any(vldrwq_s32(a + 4 * i), vldrwq_s32(quant), vldrwq_s32(quant + 8));
        const int16x8_t odd =
            requant_any(vldrwq_s32(b + 4 * i), vldrwq_s32(quant + 4), vldrwq_s32(quant + 12));
        int16x8_t y = vqmovnbq_s32(even, vreinterpretq_s32_s16(even));
        y = vqmovntq_s32(y, vreinterpretq_s32_s16(odd));
        y = vqaddq_n_s16(y, (int16_t)r->offset);
        y = vmaxq_s16(vminq_s16(y, vdupq_n_s16(127)), vdupq_n_s16(-128));
        vstrbq_p_s16(output, y, lanes);
        output += r->stride;
    }
}

#else

static int8_t requant_one(const helia_requant_mve_t *r, int32_t acc, int32_t multiplier,
                          int32_t shift)
{
    if (r->form == HELIA_FORM_LINEAR_4) {
        return helia_line_mve(acc, multiplier, shift, 4);
    }
    if (r->form == HELIA_FORM_LINEAR_2) {
        return helia_line_mve(acc, multiplier, shift, 2);
    }
    return helia_requantize_s8(acc, multiplier, shift, r->offset, INT8_MIN, INT8_MAX);
}

static void requant(const helia_requant_mve_t *r, const int32_t *a, const int32_t *b, uint32_t n,
                    const int32_t *quant)
{
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t c = 0; c < r->lanes; ++c) {
            const uint32_t lane = 4 * (c % 2) + c / 2;
            const int32_t acc = (c % 2 == 0 ? a : b)[4 * i + c / 2];
            r->output[i * r->stride + c] = requant_one(r, acc, quant[lane], quant[8 + lane]);
        }
    }
}

#endif

/*
 * Accumulators of a block of channels to int8.
 *
 * Layout: acc [half][rows][4], of which n rows are used; quant: multipliers (A4, B4), shifts.
 * Rounding: two-step requantization per channel, then offset and saturation to int8. Source of the
 * arithmetic: the int8 reference kernels of TFLM. VQRDMULH is the first step, VRSHL the second up
 * to negative ties, which it rounds up: hence 1 is taken from negative values that are shifted.
 * An offset of -128 hides them (form RELU). The linear forms stand for both roundings where the
 * compiler has compared them at every step of the reference.
 */
void helia_requant_mve(const helia_requant_mve_t *r, const int32_t *acc, uint32_t n, uint32_t rows,
                       const int32_t *quant)
{
    const int32_t *b = acc + 4 * rows;

#if defined(__ARM_FEATURE_MVE)
    if (r->form == HELIA_FORM_LINEAR_4) {
        helia_requant_mve_linear_4(acc, b, n, quant, r->output, r->stride);
        return;
    }
    if (r->form == HELIA_FORM_LINEAR_2) {
        helia_requant_mve_linear_2(acc, b, n, quant, r->output, r->stride);
        return;
    }
    if (r->lanes == BLOCK && r->form == HELIA_FORM_RELU) {
        helia_requant_mve_relu(acc, b, n, quant, r->output, r->stride);
        return;
    }
    if (r->lanes == BLOCK && r->form == HELIA_FORM_RIGHT) {
        helia_requant_mve_right(acc, b, n, quant, r->output, r->stride, r->offset);
        return;
    }
#endif
    requant(r, acc, b, n, quant);
}
