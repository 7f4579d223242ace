/* SPDX-License-Identifier: Apache-2.0 */

/* What the windows of float are reduced by. Knows no operator. */
#ifndef HELIA_WINDOW_F32_H
#define HELIA_WINDOW_F32_H

#include <float.h>

#include "helia_clamp_f32.h"
#include "helia_runtime.h"

typedef float helia_number_f32_t;

/* What no element is below: an infinite one counts as this, as in TFLM. */
static inline float helia_window_least_f32(void)
{
    return -FLT_MAX;
}

static inline float helia_window_mean_f32(float sum, int32_t count)
{
    return sum / (float)count;
}

static inline float helia_window_clamp_f32(float x, float low, float high)
{
    return helia_clamp_f32(x, low, high);
}

#endif /* HELIA_WINDOW_F32_H */
