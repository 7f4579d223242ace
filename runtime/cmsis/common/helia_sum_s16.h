/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sums of products of int16 and int8 in 64 bits, as int16 with a bias of 64 bits has them. Knows no
 * operator.
 */
#ifndef HELIA_SUM_S16_H
#define HELIA_SUM_S16_H

#include "helia_runtime.h"

typedef int16_t helia_activation_s16_t;
typedef int8_t helia_weight_s16_t;
typedef int64_t helia_sum_s16_t;
typedef int16_t helia_multiplier_s16_t;
typedef uint8_t helia_shift_s16_t;

/* acc + x * w, wrapping as the machine does. */
static inline int64_t helia_mac_s16(int64_t acc, int16_t x, int8_t w)
{
    return (int64_t)((uint64_t)acc + (uint64_t)(int64_t)(x * w));
}

/*
 * Accumulator to int16: times a multiplier of 16 bits, one rounding, ties upwards, clamped; shift
 * in 1..46. Source of the arithmetic: the requantization of 64 bits of TFLM.
 */
static inline int16_t helia_requantize_s16(int64_t acc, int32_t multiplier, int32_t shift,
                                           int32_t low, int32_t high)
{
    const uint64_t half = UINT64_C(1) << (shift - 1);
    const uint64_t scaled = (uint64_t)acc * (uint64_t)multiplier + half;

    return (int16_t)helia_clamp((int32_t)((int64_t)scaled >> shift), low, high);
}

#endif /* HELIA_SUM_S16_H */
