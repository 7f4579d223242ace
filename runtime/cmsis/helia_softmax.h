/* SPDX-License-Identifier: Apache-2.0 */

/* What the softmax kernels share: the largest element of a row, and the division by its sum. */
#ifndef HELIA_SOFTMAX_H
#define HELIA_SOFTMAX_H

#include "helia_fixed_point.h"

/* 1 / sum: a number in Q0 that is to be divided by 2^bits. */
typedef struct {
    int32_t scale;
    int32_t bits;
} helia_reciprocal_t;

static inline int32_t helia_largest_s8(const int8_t *row, int32_t depth)
{
    int32_t largest = row[0];

    for (int32_t i = 1; i < depth; ++i) {
        largest = helia_max(largest, row[i]);
    }
    return largest;
}

/*
 * The sum of exponentials has 12 integer and 19 fractional bits: it is at least 1, and below 2^12
 * for the rows that the compiler accepts. Normalised to [1, 2), it is one plus a fraction.
 */
static inline helia_reciprocal_t helia_softmax_reciprocal(uint32_t sum)
{
    int32_t bits = 12;

    for (; (sum & UINT32_C(0x80000000)) == 0; sum <<= 1) {
        --bits;
    }
    const int32_t fraction = (int32_t)(sum & UINT32_C(0x7fffffff));
    const helia_reciprocal_t result = {helia_reciprocal_of_one_plus(fraction), bits};

    return result;
}

/* exp / sum in units of 1/256. Sums of 512 and more leave nothing of any exponential. */
static inline int8_t helia_softmax_quotient_s8(int32_t exp, helia_reciprocal_t sum)
{
    const int32_t y = helia_high_mul(exp, sum.scale);
    const int32_t q = sum.bits > 8 ? 0 : helia_rounding_shift(y, sum.bits + 31 - 8);

    return (int8_t)helia_min(q - 128, 127);
}

/* exp / sum in units of 1/65536. */
static inline int16_t helia_softmax_quotient_s16(int32_t exp, helia_reciprocal_t sum)
{
    const int32_t y = helia_high_mul(exp, sum.scale);
    const int32_t q = helia_rounding_shift(y, sum.bits + 31 - 16);

    return (int16_t)helia_min(q - 32768, 32767);
}

#endif /* HELIA_SOFTMAX_H */
