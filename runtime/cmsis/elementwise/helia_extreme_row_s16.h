/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_EXTREME_ROW_S16_H
#define HELIA_EXTREME_ROW_S16_H

#include <stdint.h>

/*
 * What MAXIMUM and MINIMUM share of elements that no lanes are for. Every caller says which by a
 * constant. Comparison of the numbers as they are, exact; of two that compare equal, or not at all,
 * b is taken. Source of the arithmetic: the reference MAXIMUM and MINIMUM of TFLM.
 *
 * Instances: helia_extreme_row_{ELEMENT}
 *   ELEMENT: u8 = uint8_t, s16 = int16_t, s32 = int32_t, s64 = int64_t, f32 = float
 */
#define HELIA_ELEMENT int16_t

/* The extreme of n pairs; a step of 0 stays on one element of its operand, 1 goes on. */
static inline void helia_extreme_row_s16(int32_t larger, const HELIA_ELEMENT *a, int32_t step1,
                                         const HELIA_ELEMENT *b, int32_t step2,
                                         HELIA_ELEMENT *output, int32_t n)
{
    for (int32_t i = 0; i < n; ++i) {
        const HELIA_ELEMENT x = a[i * step1], y = b[i * step2];

        output[i] = (larger ? x > y : x < y) ? x : y;
    }
}

#endif /* HELIA_EXTREME_ROW_S16_H */
