/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* What the zero point of the weights adds to every unit: it times the sum of the row. */
static int32_t fully_connected_s8_shared(const helia_fully_connected_s8_t *d, const int8_t *x)
{
    int32_t acc = 0;

    for (int32_t i = 0; d->filter_offset != 0 && i < d->depth; ++i) {
        acc = helia_mac(acc, x[i] + d->input_offset, d->filter_offset);
    }
    return acc;
}

/* `count` units of one row, four at most. */
static void fully_connected_s8_units(const helia_fully_connected_s8_t *d, const int8_t *x,
                                     const int8_t *w, const int32_t *bias, int32_t shared,
                                     int32_t count, int8_t *output)
{
    int32_t acc[4];

    for (int32_t j = 0; j < 4; ++j) {
        acc[j] = bias && j < count ? helia_wrapping_add(shared, bias[j]) : shared;
    }
    if (count == 4) {
        helia_dots_s8(x, w, d->depth, d->depth, d->input_offset, acc);
    } else {
        for (int32_t j = 0; j < count; ++j) {
            acc[j] = helia_dot_s8(x, w + j * d->depth, d->depth, d->input_offset, acc[j]);
        }
    }
    for (int32_t j = 0; j < count; ++j) {
        output[j] = helia_requantize_s8(acc[j], d->multiplier, d->shift, d->output_offset,
                                        d->act_min, d->act_max);
    }
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
        const int32_t shared = fully_connected_s8_shared(d, input);
        for (int32_t unit = 0; unit < d->units; unit += 4) {
            const int32_t left = d->units - unit;
            fully_connected_s8_units(d, input, weights + unit * d->depth, bias ? bias + unit : bias,
                                     shared, left < 4 ? left : 4, output + unit);
        }
        input += d->depth;
        output += d->units;
    }
}
