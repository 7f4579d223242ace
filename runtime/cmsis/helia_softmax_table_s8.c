/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_softmax.h"

/* exp(beta * scale * -distance) in Q0, 0 where the compiler has cut the table. */
static int32_t softmax_table_s8_exp(const int32_t *table, int32_t size, int32_t distance)
{
    return distance < size ? table[distance] : 0;
}

/*
 * exp(beta * (x - max)) over the sum of these, along the last axis, from a table.
 *
 * Layout: input and output [row][depth]; the table holds exp(beta * scale * -i) in Q0 for
 * i = 0, 1, ..., evaluated by the compiler and cut after the last entry that counts.
 * Accumulator: 32 bits of 12 integer bits. Rounding: to nearest at every step, the quotient to
 * 1/256 with output zero point -128. Source of the arithmetic: the int8 reference SOFTMAX of
 * TFLM.
 */
void helia_softmax_table_s8(const helia_softmax_table_s8_t *d, const int8_t *input,
                            const int32_t *exp_table, int8_t *output)
{
    const int32_t size = d->table_size;

    for (int32_t row = 0; row < d->rows; ++row) {
        const int32_t largest = helia_largest_s8(input, d->depth);
        uint32_t sum = 0;
        for (int32_t i = 0; i < d->depth; ++i) {
            const int32_t e = softmax_table_s8_exp(exp_table, size, largest - input[i]);
            sum += (uint32_t)helia_rounding_shift(e, 12);
        }
        const helia_reciprocal_t reciprocal = helia_softmax_reciprocal(sum);
        for (int32_t i = 0; i < d->depth; ++i) {
            const int32_t e = softmax_table_s8_exp(exp_table, size, largest - input[i]);
            output[i] = helia_softmax_quotient_s8(e, reciprocal);
        }
        input += d->depth;
        output += d->depth;
    }
}
