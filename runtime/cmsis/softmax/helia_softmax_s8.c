/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_softmax_computed.h"

/*
 * exp(beta * (x - max)) over the sum of these, along the last axis.
 *
 * Layout: input and output [row][depth]; exponentials are computed, twice each.
 * Accumulator: 32 bits of 12 integer bits. Rounding: to nearest at every step, the quotient to
 * 1/256 with output zero point -128, or 1/65536 with -32768. Source of the arithmetic: the int8
 * reference SOFTMAX of TFLM.
 *
 * Instances: helia_softmax_s8[_{TO}]
 *   TO: s16 = int16_t
 */
#define HELIA_TO int8_t

void helia_softmax_s8(const helia_softmax_s8_t *d, const int8_t *input, HELIA_TO *output)
{
    const helia_softmax_scale_t scale = {d->multiplier, d->shift, d->diff_min};
    helia_softmax_row_t row = {input, d->depth, 0, &scale};

    for (int32_t i = 0; i < d->rows; ++i) {
        row.largest = helia_largest_s8(row.x, row.depth);
        helia_softmax_row(&row, helia_softmax_computed, output, (int32_t)sizeof *output);
        row.x += row.depth;
        output += row.depth;
    }
}
