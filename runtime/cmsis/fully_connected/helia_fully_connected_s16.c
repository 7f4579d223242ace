/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dot_s16.h"
#include "helia_kernels.h"

#define HELIA_SUM int64_t

/*
 * Rows of int16 times the transposed int8 weights, one multiplier per unit.
 *
 * Layout: input [row][depth], weights [unit][depth], output [row][unit], zero points 0.
 * Accumulator: as wide as the bias, wrapping. Rounding: helia_requantize_s16 per unit, then clamp.
 * Source of the arithmetic: the int16x8 reference FULLY_CONNECTED of TFLM.
 *
 * Instances: helia_fully_connected_{SUM}
 *   SUM: s16 = int64_t, s16_b32 = int32_t
 */
void helia_fully_connected_s16(const helia_fully_connected_s16_t *d, const int16_t *input,
                               const int8_t *weights, const HELIA_SUM *bias,
                               const helia_multiplier_s16_t *multipliers,
                               const helia_shift_s16_t *shifts, int16_t *output)
{
    for (int32_t row = 0; row < d->batches; ++row) {
        for (int32_t unit = 0; unit < d->units;) {
            const int8_t *w = weights + unit * d->depth;
            const int32_t count = d->units - unit < 4 ? 1 : 4;
            HELIA_SUM acc[4] = {0, 0, 0, 0};
            for (int32_t j = 0; bias && j < count; ++j) {
                acc[j] = bias[unit + j];
            }
            if (count == 4) {
                helia_dots_s16(input, w, d->depth, d->depth, acc);
            } else {
                acc[0] = helia_dot_s16(input, w, d->depth, acc[0]);
            }
            for (int32_t j = 0; j < count; ++j, ++unit) {
                output[unit] = helia_requantize_s16(acc[j], multipliers[unit], shifts[unit],
                                                    d->act_min, d->act_max);
            }
        }
        input += d->depth;
        output += d->units;
    }
}
