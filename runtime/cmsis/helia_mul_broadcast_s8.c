/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_broadcast.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

/* The innermost loop: the products of one row of each operand, which may stay on one element. */
static void mul_broadcast_s8_row(const helia_mul_broadcast_s8_t *d, const int8_t *input1,
                                 const int8_t *input2, int8_t *output)
{
    const helia_mul_broadcast_s8_t p = *d; /* the output may alias anything, a local copy cannot */

    for (int32_t i = 0; i < p.sizes[5]; ++i) {
        const int32_t product = (*input1 + p.input1_offset) * (*input2 + p.input2_offset);
        output[i] = helia_requantize_s8(product, p.output_multiplier, p.output_shift,
                                        p.output_offset, p.act_min, p.act_max);
        input1 += p.strides1[5];
        input2 += p.strides2[5];
    }
}

/*
 * Product of two tensors that are stretched to one shape.
 *
 * Layout: row-major, walked by six loops with a stride per operand, 0 where it is stretched.
 * Accumulator, rounding and source of the arithmetic: as helia_mul_s8.
 */
void helia_mul_broadcast_s8(const helia_mul_broadcast_s8_t *d, const int8_t *input1,
                            const int8_t *input2, int8_t *output)
{
    helia_row_t row = {{0, 0, 0, 0, 0}, 0, 0};

    for (int32_t i = 0; i < d->rows; ++i) {
        mul_broadcast_s8_row(d, input1 + row.offset1, input2 + row.offset2, output);
        output += d->sizes[5];
        helia_next_row(&row, d->sizes, d->strides1, d->strides2);
    }
}
