/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dot_f32.h"
#include "helia_kernels.h"

/*
 * Rows of float times the transposed weights.
 *
 * Layout: input [row][depth], weights [unit][depth], output [row][unit]. Accumulator: float, from 0
 * in the order of the weights; the bias comes last. Rounding: of every product and every sum.
 * Source of the arithmetic: the float reference FULLY_CONNECTED of TFLM.
 */
void helia_fully_connected_f32(const helia_fully_connected_f32_t *d, const float *input,
                               const float *weights, const float *bias, float *output)
{
    for (int32_t row = 0; row < d->batches; ++row) {
        for (int32_t unit = 0; unit < d->units;) {
            const float *w = weights + unit * d->depth;
            const int32_t count = d->units - unit < 4 ? 1 : 4;
            float acc[4] = {0.0f, 0.0f, 0.0f, 0.0f};
            if (count == 4) {
                helia_dots_f32(input, w, d->depth, d->depth, acc);
            } else {
                acc[0] = helia_dot_f32(input, w, d->depth, acc[0]);
            }
            for (int32_t j = 0; j < count; ++j, ++unit) {
                const float sum = bias ? acc[j] + bias[unit] : acc[j];
                output[unit] = helia_clamp_f32(sum, d->act_min, d->act_max);
            }
        }
        input += d->depth;
        output += d->units;
    }
}
