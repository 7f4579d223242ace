/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_softmax_table.h"

/*
 * exp(beta * (x - max)) over the sum of these, along the last axis, from a table.
 *
 * Layout: input and output [row][depth]; the table holds exp(beta * scale * -i) in Q0 for
 * i = 0, 1, ..., evaluated by the compiler and cut after the last entry that counts.
 * Accumulator: 32 bits of 12 integer bits. Rounding: to nearest at every step, the quotient to
 * 1/256 with output zero point -128, or 1/65536 with -32768. Source of the arithmetic: the int8
 * reference SOFTMAX of TFLM.
 *
 * Instances: helia_softmax_table_s8[_{TO}]
 *   TO: s16 = int16_t
 */
#define HELIA_TO int8_t

void helia_softmax_table_s8(const helia_softmax_table_s8_t *d, const int8_t *input,
                            const int32_t *exp_table, HELIA_TO *output)
{
    const helia_softmax_table_t table = {exp_table, d->table_size};
    helia_softmax_row_t row = {input, d->depth, 0, &table};

    for (int32_t i = 0; i < d->rows; ++i) {
        row.largest = helia_largest_s8(row.x, row.depth);
        helia_softmax_row(&row, helia_softmax_table, output, (int32_t)sizeof *output);
        row.x += row.depth;
        output += row.depth;
    }
}
