/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_broadcast.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

/* The innermost loop: the sum of one row of each operand, which may stay on one element. */
static void add_broadcast_s8_row(const helia_add_broadcast_s8_t *d, const int8_t *input1,
                                 const int8_t *input2, int8_t *output)
{
    const helia_add_broadcast_s8_t p = *d; /* the output may alias anything, a local copy cannot */

    for (int32_t i = 0; i < p.sizes[5]; ++i) {
        const int32_t a = (*input1 + p.input1_offset) * (1 << 19);
        const int32_t b = helia_requantize((*input2 + p.input2_offset) * (1 << 20),
                                           p.input2_multiplier, p.input2_shift);
        output[i] = helia_requantize_s8(a + b, p.output_multiplier, p.output_shift, p.output_offset,
                                        p.act_min, p.act_max);
        input1 += p.strides1[5];
        input2 += p.strides2[5];
    }
}

/*
 * Sum of two tensors that are stretched to one shape.
 *
 * Layout: row-major, walked by six loops with a stride per operand, 0 where it is stretched.
 * Accumulator, rounding and source of the arithmetic: as helia_add_s8, input 1 being the one of the
 * larger scale.
 */
void helia_add_broadcast_s8(const helia_add_broadcast_s8_t *d, const int8_t *input1,
                            const int8_t *input2, int8_t *output)
{
    helia_row_t row = {{0, 0, 0, 0, 0}, 0, 0};

    for (int32_t i = 0; i < d->rows; ++i) {
        add_broadcast_s8_row(d, input1 + row.offset1, input2 + row.offset2, output);
        output += d->sizes[5];
        helia_next_row(&row, d->sizes, d->strides1, d->strides2);
    }
}
