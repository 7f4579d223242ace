/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

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
    for (int32_t row = 0; row < d->batches; ++row) {
        for (int32_t unit = 0; unit < d->units; ++unit) {
            const int8_t *w = weights + unit * d->depth;
            const int32_t start = bias ? bias[unit] : 0;
            const int32_t acc = helia_dot_s8(input, w, d->depth, d->input_offset, start);
            output[unit] = helia_requantize_s8(acc, multipliers[unit], shifts[unit],
                                               d->output_offset, d->act_min, d->act_max);
        }
        input += d->depth;
        output += d->units;
    }
}
