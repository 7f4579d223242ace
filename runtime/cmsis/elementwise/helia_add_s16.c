/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_add_row_s16.h"
#include "helia_broadcast.h"

/*
 * Sum of two tensors of one type, which may be stretched to one shape.
 *
 * Layout: row-major, walked by six loops with a stride per operand, 0 where it is stretched;
 * operands of one shape are a single row. Accumulator, rounding and source of the arithmetic: as
 * helia_add_row_s16 says.
 *
 * Instances: helia_add_{ELEMENT}
 *   ELEMENT: s16 = int16_t, f32 = float
 */
#define HELIA_ELEMENT int16_t

void helia_add_s16(const helia_add_s16_t *d, const HELIA_ELEMENT *input1,
                   const HELIA_ELEMENT *input2, HELIA_ELEMENT *output)
{
    helia_row_t row = {{0, 0, 0, 0, 0}, 0, 0};

    for (int32_t i = 0; i < d->rows; ++i) {
        helia_add_row_s16(d, input1 + row.offset1, input2 + row.offset2, output);
        output += d->sizes[5];
        helia_next_row(&row, d->sizes, d->strides1, d->strides2);
    }
}
