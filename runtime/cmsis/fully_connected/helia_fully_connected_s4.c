/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* Element i of weights of which two share a byte, the first in the low half. */
static int32_t fully_connected_s4_weight(const uint8_t *w, int32_t i)
{
    const int32_t byte = w[i / 2];
    const int32_t half = i % 2 != 0 ? byte >> 4 : byte & 15;

    return half < 8 ? half : half - 16;
}

/*
 * Rows of int8 times the transposed weights of 4 bits, one multiplier per unit.
 *
 * Layout: input [row][depth], weights [unit][depth] without zero point and without a gap: a unit
 * begins in the middle of a byte where the depth is odd. Output [row][unit]. Accumulator: 32 bits,
 * wrapping. Rounding: two-step requantization per unit, then output offset and clamp. Source of the
 * arithmetic: the int8 reference FULLY_CONNECTED of TFLM on unpacked weights.
 */
void helia_fully_connected_s4(const helia_fully_connected_s4_t *d, const int8_t *input,
                              const uint8_t *weights, const int32_t *bias,
                              const int32_t *multipliers, const int32_t *shifts, int8_t *output)
{
    for (int32_t row = 0; row < d->batches; ++row) {
        for (int32_t unit = 0; unit < d->units; ++unit) {
            int32_t acc = bias ? bias[unit] : 0;
            for (int32_t i = 0; i < d->depth; ++i) {
                const int32_t weight = fully_connected_s4_weight(weights, unit * d->depth + i);
                acc = helia_mac(acc, input[i] + d->input_offset, weight);
            }
            output[unit] = helia_requantize_s8(acc, multipliers[unit], shifts[unit],
                                               d->output_offset, d->act_min, d->act_max);
        }
        input += d->depth;
        output += d->units;
    }
}
