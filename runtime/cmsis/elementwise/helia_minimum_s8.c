/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_extreme_row_s8.h"
#include "helia_kernels.h"

/*
 * The smaller elements of two tensors of one shape.
 *
 * Layout: any, the same for all three. Comparison and source of the arithmetic: as
 * helia_extreme_row_s8.
 *
 * Instances: helia_minimum_{ELEMENT}
 *   ELEMENT: s8 = int8_t, u8 = uint8_t, s16 = int16_t, s32 = int32_t, s64 = int64_t, f32 = float
 */
#define HELIA_ELEMENT int8_t

void helia_minimum_s8(const helia_compare_s8_t *d, const HELIA_ELEMENT *input1,
                      const HELIA_ELEMENT *input2, HELIA_ELEMENT *output)
{
    helia_extreme_row_s8(0, input1, 1, input2, 1, output, d->size);
}
