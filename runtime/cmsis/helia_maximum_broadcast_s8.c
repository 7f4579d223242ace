/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_broadcast.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * The larger elements of two tensors that are stretched to one shape.
 *
 * Layout: row-major, walked by six loops with a stride per operand, 0 where it is stretched.
 * Comparison of the integers as they are, exact. Source of the arithmetic: the int8 reference
 * MAXIMUM of TFLM.
 */
void helia_maximum_broadcast_s8(const helia_compare_broadcast_s8_t *d, const int8_t *input1,
                                const int8_t *input2, int8_t *output)
{
    const int32_t size = d->sizes[5];
    const int32_t step1 = d->strides1[5];
    const int32_t step2 = d->strides2[5];
    helia_row_t row = {{0, 0, 0, 0, 0}, 0, 0};

    for (int32_t i = 0; i < d->rows; ++i) {
        const int8_t *a = input1 + row.offset1;
        const int8_t *b = input2 + row.offset2;
        for (int32_t j = 0; j < size; ++j) {
            *output++ = (int8_t)helia_max(*a, *b);
            a += step1;
            b += step2;
        }
        helia_next_row(&row, d->sizes, d->strides1, d->strides2);
    }
}
