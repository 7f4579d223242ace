/* SPDX-License-Identifier: Apache-2.0 */

/* Real numbers to integers. Knows no type of output. */
#ifndef HELIA_QUANTIZE_REAL_H
#define HELIA_QUANTIZE_REAL_H

#include <stdint.h>

/*
 * steps rounded to nearest, ties away from zero, saturated to low..high; NaN is 0. The limits are
 * integers below 2^24, so clamping before rounding is the same; what truncation leaves is exact.
 */
static inline int32_t helia_round_real(float steps, int32_t low, int32_t high)
{
    if (!(steps > (float)low)) {
        return steps <= (float)low ? low : 0;
    }
    if (steps >= (float)high) {
        return high;
    }
    const int32_t whole = (int32_t)steps;
    const float rest = steps - (float)whole;

    return whole + (rest >= 0.5f ? 1 : 0) - (rest <= -0.5f ? 1 : 0);
}

#endif /* HELIA_QUANTIZE_REAL_H */
