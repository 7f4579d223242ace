/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Fixed-point division as gemmlowp computes it. Q(n) is a 32-bit number of n integer bits, so Q0
 * has 31 fractional bits. Knows no operator.
 */
#ifndef HELIA_FIXED_POINT_H
#define HELIA_FIXED_POINT_H

#include "helia_runtime.h"

/*
 * 1 / (1 + x) in Q0 for x in [0, 1) in Q0: three Newton-Raphson steps in Q2 on the half of the
 * denominator, from the estimate 48/17 - 32/17 * half. No intermediate leaves its 32 bits.
 */
static inline int32_t helia_reciprocal_of_one_plus(int32_t x)
{
    const int32_t half = (int32_t)(((uint32_t)x + UINT32_C(0x80000000)) >> 1);
    int32_t y = INT32_C(1515870810) + helia_high_mul(half, INT32_C(-1010580540));

    for (int32_t step = 0; step < 3; ++step) {
        const int32_t error = (INT32_C(1) << 29) - helia_high_mul(half, y);
        y += helia_high_mul(y, error) * 4;
    }
    return y > INT32_C(0x3fffffff) ? INT32_MAX : y * 2;
}

#endif /* HELIA_FIXED_POINT_H */
