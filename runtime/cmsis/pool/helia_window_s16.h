/* SPDX-License-Identifier: Apache-2.0 */

/* What the windows of int16 are reduced by. Knows no operator. */
#ifndef HELIA_WINDOW_S16_H
#define HELIA_WINDOW_S16_H

#include "helia_runtime.h"

typedef int32_t helia_number_s16_t;

/* What no element is below. */
static inline int32_t helia_window_least_s16(void)
{
    return INT16_MIN;
}

/* sum / count, rounded half away from zero. */
static inline int32_t helia_window_mean_s16(int32_t sum, int32_t count)
{
    return (sum > 0 ? sum + count / 2 : sum - count / 2) / count;
}

static inline int16_t helia_window_clamp_s16(int32_t x, int32_t low, int32_t high)
{
    return (int16_t)helia_clamp(x, low, high);
}

#endif /* HELIA_WINDOW_S16_H */
