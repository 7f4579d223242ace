/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_exp_on_negative.h"
#include "helia_kernels.h"
#include "helia_runtime.h"
#include "helia_softmax.h"

/* exp(beta * scale * difference) in Q0, 0 where it underflows. */
static int32_t softmax_s8_exp(const helia_softmax_s8_t *d, int32_t difference)
{
    if (difference < d->diff_min) {
        return 0;
    }
    return helia_exp_on_negative(
        helia_high_mul(helia_shift_left(difference, d->shift), d->multiplier));
}

/*
 * exp(beta * (x - max)) over the sum of these, along the last axis.
 *
 * Layout: input and output [row][depth]; exponentials are computed, twice each.
 * Accumulator: 32 bits of 12 integer bits. Rounding: to nearest at every step, the quotient to
 * 1/256 with output zero point -128. Source of the arithmetic: the int8 reference SOFTMAX of
 * TFLM.
 */
void helia_softmax_s8(const helia_softmax_s8_t *d, const int8_t *input, int8_t *output)
{
    for (int32_t row = 0; row < d->rows; ++row) {
        const int32_t largest = helia_largest_s8(input, d->depth);
        uint32_t sum = 0;
        for (int32_t i = 0; i < d->depth; ++i) {
            const int32_t e = softmax_s8_exp(d, input[i] - largest);
            sum += (uint32_t)helia_rounding_shift(e, 12);
        }
        const helia_reciprocal_t reciprocal = helia_softmax_reciprocal(sum);
        for (int32_t i = 0; i < d->depth; ++i) {
            const int32_t e = softmax_s8_exp(d, input[i] - largest);
            output[i] = helia_softmax_quotient_s8(e, reciprocal);
        }
        input += d->depth;
        output += d->depth;
    }
}
