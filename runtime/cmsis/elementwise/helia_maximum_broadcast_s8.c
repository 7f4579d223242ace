/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_broadcast.h"
#include "helia_kernels.h"
#include "helia_maximum_row_s8.h"

/*
 * The larger elements of two tensors that are stretched to one shape.
 *
 * Layout: row-major, walked by six loops with a stride per operand, 0 where it is stretched.
 * Comparison and source of the arithmetic: as helia_maximum_row_s8.
 */
void helia_maximum_broadcast_s8(const helia_compare_broadcast_s8_t *d, const int8_t *input1,
                                const int8_t *input2, int8_t *output)
{
    helia_row_t row = {{0, 0, 0, 0, 0}, 0, 0};

    for (int32_t i = 0; i < d->rows; ++i) {
        helia_maximum_row_s8(input1 + row.offset1, d->strides1[5], input2 + row.offset2,
                             d->strides2[5], output, d->sizes[5]);
        output += d->sizes[5];
        helia_next_row(&row, d->sizes, d->strides1, d->strides2);
    }
}
