/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_LINE_MVE_H
#define HELIA_LINE_MVE_H

#include "helia_runtime.h"

/* ((2 * acc * multiplier >> 32) + addend + half) >> shift to int8; 16 bits saturate on the way. */
static inline int8_t helia_line_mve(int32_t acc, int32_t multiplier, int32_t addend, int32_t shift)
{
    const int32_t high = (int32_t)(((int64_t)acc * multiplier) >> 31);
    const int32_t near = helia_clamp(high, INT16_MIN, INT16_MAX) + addend;
    const int32_t half = 1 << (shift - 1);

    return (int8_t)helia_clamp((helia_clamp(near, INT16_MIN, INT16_MAX) + half) >> shift, INT8_MIN,
                               INT8_MAX);
}

#endif /* HELIA_LINE_MVE_H */
