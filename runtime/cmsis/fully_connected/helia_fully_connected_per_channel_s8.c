/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* Sums of `count` units of one row, four at most. */
static void fully_connected_per_channel_s8_sums(const helia_fully_connected_per_channel_s8_t *d,
                                                const int8_t *x, const int8_t *w,
                                                const int32_t *bias, int32_t count, int32_t *acc)
{
    for (int32_t j = 0; j < count; ++j) {
        acc[j] = bias ? bias[j] : 0;
    }
    if (count == 4) {
        helia_dots_s8(x, w, d->depth, d->depth, d->input_offset, acc);
        return;
    }
    for (int32_t j = 0; j < count; ++j) {
        acc[j] = helia_dot_s8(x, w + j * d->depth, d->depth, d->input_offset, acc[j]);
    }
}

/*
 * Rows of the input times the transposed weights, one multiplier per unit.
 *
 * Layout: input [row][depth], weights [unit][depth] without zero point, output [row][unit].
 * Accumulator: 32 bits, wrapping. Rounding: two-step requantization per unit, then output offset
 * and clamp. Source of the arithmetic: the int8 reference FULLY_CONNECTED of TFLM.
 */
void helia_fully_connected_per_channel_s8(const helia_fully_connected_per_channel_s8_t *d,
                                          const int8_t *input, const int8_t *weights,
                                          const int32_t *bias, const int32_t *multipliers,
                                          const int32_t *shifts, int8_t *output)
{
    int32_t acc[4];

    for (int32_t row = 0; row < d->batches; ++row) {
        for (int32_t unit = 0; unit < d->units; ++unit) {
            const int32_t left = d->units - unit;
            if (unit % 4 == 0) {
                fully_connected_per_channel_s8_sums(d, input, weights + unit * d->depth,
                                                    bias ? bias + unit : bias, left < 4 ? left : 4,
                                                    acc);
            }
            output[unit] = helia_requantize_s8(acc[unit % 4], multipliers[unit], shifts[unit],
                                               d->output_offset, d->act_min, d->act_max);
        }
        input += d->depth;
        output += d->units;
    }
}
