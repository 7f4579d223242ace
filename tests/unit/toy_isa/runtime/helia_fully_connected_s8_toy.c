/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * Rows of the input times weights by columns.
 *
 * Layout: input [row][depth], columns [depth][unit], output [row][unit]; scratch is a sum per unit.
 * Accumulator: 32 bits. Rounding: two-step requantization per unit. Source of the arithmetic: the
 * int8 reference FULLY_CONNECTED of TFLM.
 */
void helia_fully_connected_s8_toy(const helia_fully_connected_s8_toy_t *d, const int8_t *input,
                                  const int8_t *columns, const int32_t *bias,
                                  const int32_t *multipliers, const int32_t *shifts,
                                  int8_t *output, int32_t *scratch)
{
    for (int32_t row = 0; row < d->batches; ++row) {
        for (int32_t unit = 0; unit < d->units; ++unit) {
            scratch[unit] = bias ? bias[unit] : 0;
        }
        for (int32_t i = 0; i < d->depth; ++i) {
            const int32_t x = *input++ + d->input_offset;
            for (int32_t unit = 0; unit < d->units; ++unit) {
                scratch[unit] += x * columns[i * d->units + unit];
            }
        }
        for (int32_t unit = 0; unit < d->units; ++unit) {
            *output++ = helia_requantize_s8(scratch[unit], multipliers[unit], shifts[unit],
                                            d->output_offset, d->act_min, d->act_max);
        }
    }
}
