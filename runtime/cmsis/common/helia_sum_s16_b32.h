/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sums of products of int16 and int8 in 32 bits, as int16 with a bias of 32 bits has them. Knows no
 * operator.
 */
#ifndef HELIA_SUM_S16_B32_H
#define HELIA_SUM_S16_B32_H

#include "helia_runtime.h"

typedef int16_t helia_activation_s16_b32_t;
typedef int8_t helia_weight_s16_b32_t;
typedef int32_t helia_sum_s16_b32_t;
typedef int32_t helia_multiplier_s16_b32_t;
typedef int32_t helia_shift_s16_b32_t;

/* acc + x * w, wrapping as the machine does. */
static inline int32_t helia_mac_s16_b32(int32_t acc, int16_t x, int8_t w)
{
    return helia_mac(acc, x, w);
}

/* Accumulator to int16: requantized in two roundings, clamped. */
static inline int16_t helia_requantize_s16_b32(int32_t acc, int32_t multiplier, int32_t shift,
                                               int32_t low, int32_t high)
{
    return (int16_t)helia_clamp(helia_requantize(acc, multiplier, shift), low, high);
}

#endif /* HELIA_SUM_S16_B32_H */
