/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_broadcast.h"
#include "helia_extreme_row_s8.h"
#include "helia_kernels.h"

/*
 * The larger elements of two tensors that are stretched to one shape.
 *
 * Layout: row-major, walked by six loops with a stride per operand, 0 where it is stretched.
 * Comparison and source of the arithmetic: as helia_extreme_row_s8.
 *
 * Instances: helia_maximum_broadcast_{ELEMENT}
 *   ELEMENT: s8 = int8_t, u8 = uint8_t, s16 = int16_t, s32 = int32_t, s64 = int64_t, f32 = float
 */
#define HELIA_ELEMENT int8_t

void helia_maximum_broadcast_s8(const helia_compare_broadcast_s8_t *d, const HELIA_ELEMENT *input1,
                                const HELIA_ELEMENT *input2, HELIA_ELEMENT *output)
{
    helia_row_t row = {{0, 0, 0, 0, 0}, 0, 0};

    for (int32_t i = 0; i < d->rows; ++i) {
        helia_extreme_row_s8(1, input1 + row.offset1, d->strides1[5], input2 + row.offset2,
                             d->strides2[5], output, d->sizes[5]);
        output += d->sizes[5];
        helia_next_row(&row, d->sizes, d->strides1, d->strides2);
    }
}
