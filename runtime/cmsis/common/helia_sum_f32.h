/* SPDX-License-Identifier: Apache-2.0 */

/* Sums of products of float: every product and every sum is rounded. Knows no operator. */
#ifndef HELIA_SUM_F32_H
#define HELIA_SUM_F32_H

#include "helia_clamp_f32.h"
#include "helia_runtime.h"

typedef float helia_activation_f32_t;
typedef float helia_weight_f32_t;
typedef float helia_sum_f32_t;

static inline float helia_mac_f32(float acc, float x, float w)
{
    return acc + x * w;
}

#endif /* HELIA_SUM_F32_H */
