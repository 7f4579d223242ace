/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* One unit of one row; weights with a zero point of their own are rare, so they have own code. */
static int32_t fully_connected_s8_sum(const helia_fully_connected_s8_t *d, const int8_t *x,
                                      const int8_t *w, int32_t acc)
{
    if (d->filter_offset == 0) {
        return helia_dot_s8(x, w, d->depth, d->input_offset, acc);
    }
    for (int32_t i = 0; i < d->depth; ++i) {
        acc = helia_mac(acc, x[i] + d->input_offset, w[i] + d->filter_offset);
    }
    return acc;
}

/*
 * Rows of the input times the transposed weights, one multiplier for all units.
 *
 * Layout: input [row][depth], weights [unit][depth], output [row][unit]. Accumulator: 32 bits,
 * wrapping. Rounding: two-step requantization, then output offset and clamp. Source of the
 * arithmetic: the int8 reference FULLY_CONNECTED of TFLM.
 */
void helia_fully_connected_s8(const helia_fully_connected_s8_t *d, const int8_t *input,
                              const int8_t *weights, const int32_t *bias, int8_t *output)
{
    for (int32_t row = 0; row < d->batches; ++row) {
        for (int32_t unit = 0; unit < d->units; ++unit) {
            const int32_t start = bias ? bias[unit] : 0;
            const int32_t acc =
                fully_connected_s8_sum(d, input, weights + unit * d->depth, start);
            output[unit] = helia_requantize_s8(acc, d->multiplier, d->shift, d->output_offset,
                                               d->act_min, d->act_max);
        }
        input += d->depth;
        output += d->units;
    }
}
