/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the softmax kernels share: all but where exponentials come from and what a quotient becomes.
 * Cores with MVE do four elements at a time, the others one.
 */
#ifndef HELIA_SOFTMAX_H
#define HELIA_SOFTMAX_H

#include "helia_fixed_point.h"

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>

typedef int32x4_t helia_softmax_lanes_t;
#else
typedef int32_t helia_softmax_lanes_t;
#endif

/* exp(beta * scale * -distance) in Q0, with what `source` holds. */
typedef helia_softmax_lanes_t helia_softmax_exp_t(const void *source,
                                                  helia_softmax_lanes_t distance);

typedef struct {
    const int8_t *x;
    int32_t depth;
    int32_t largest;
    const void *source;
} helia_softmax_row_t;

/* 1 / sum: a number in Q0 that is to be divided by 2^bits. */
typedef struct {
    int32_t scale;
    int32_t bits;
} helia_reciprocal_t;

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

/*
 * The reciprocal that makes quotients in units of 2^-unit. A sum so large that nothing of any
 * quotient is left divides by as much as a shift can.
 */
static inline helia_reciprocal_t helia_softmax_divisor(uint32_t sum, int32_t unit)
{
    helia_reciprocal_t result = helia_softmax_reciprocal(sum);

    result.bits += 31 - unit;
    if (result.bits > 31) {
        result.bits = 31;
        result.scale = 0;
    }
    return result;
}

#if defined(__ARM_FEATURE_MVE)

static inline int32_t helia_largest_s8(const int8_t *row, int32_t depth)
{
    int8_t largest = INT8_MIN;

    for (; depth > 0; depth -= 16, row += 16) {
        const mve_pred16_t some = vctp8q((uint32_t)depth);
        largest = vmaxvq_p_s8(largest, vldrbq_z_s8(row, some), some);
    }
    return largest;
}

/* The exponentials of up to four elements from the i-th on; of those not there, anything. */
static inline int32x4_t helia_softmax_exps(const helia_softmax_row_t *row, helia_softmax_exp_t *exp,
                                           int32_t i, mve_pred16_t some)
{
    const int32x4_t x = vldrbq_z_s32(row->x + i, some);

    return exp(row->source, vsubq_s32(vdupq_n_s32(row->largest), x));
}

static inline uint32_t helia_softmax_sum(const helia_softmax_row_t *row, helia_softmax_exp_t *exp)
{
    int32_t sum = 0;

    HELIA_ROLLED
    for (int32_t i = 0; i < row->depth; i += 4) {
        const mve_pred16_t some = vctp32q((uint32_t)(row->depth - i));
        const int32x4_t e = helia_softmax_exps(row, exp, i, some);
        sum = vaddvaq_p_s32(sum, vrshrq_n_s32(e, 12), some);
    }
    return (uint32_t)sum;
}

static inline int32x4_t helia_softmax_quotient(int32x4_t exp, helia_reciprocal_t divisor)
{
    return vrshlq_n_s32(vqrdmulhq_n_s32(exp, divisor.scale), -divisor.bits);
}

#else

static inline int32_t helia_largest_s8(const int8_t *row, int32_t depth)
{
    int32_t largest = row[0];

    HELIA_ROLLED
    for (int32_t i = 1; i < depth; ++i) {
        largest = helia_max(largest, row[i]);
    }
    return largest;
}

static inline int32_t helia_softmax_exps(const helia_softmax_row_t *row, helia_softmax_exp_t *exp,
                                         int32_t i)
{
    return exp(row->source, row->largest - row->x[i]);
}

static inline uint32_t helia_softmax_sum(const helia_softmax_row_t *row, helia_softmax_exp_t *exp)
{
    uint32_t sum = 0;

    HELIA_ROLLED
    for (int32_t i = 0; i < row->depth; ++i) {
        sum += ((uint32_t)helia_softmax_exps(row, exp, i) + (1u << 11)) >> 12;
    }
    return sum;
}

/* Nothing here is negative: rounded to nearest by half of what is divided by. */
static inline int32_t helia_softmax_quotient(int32_t exp, helia_reciprocal_t divisor)
{
    const uint32_t y = (uint32_t)helia_high_mul(exp, divisor.scale);

    return (int32_t)((y + (1u << (divisor.bits - 1))) >> divisor.bits);
}

#endif

/*
 * One row to integers of so many bytes, a constant of the caller, one or two: in units of 1/256 or
 * 1/65536, from the least integer on.
 */
static inline void helia_softmax_row(const helia_softmax_row_t *row, helia_softmax_exp_t *exp,
                                     void *output, int32_t nbytes)
{
    const helia_reciprocal_t divisor =
        helia_softmax_divisor(helia_softmax_sum(row, exp), 8 * nbytes);
    const int32_t low = nbytes == 1 ? INT8_MIN : INT16_MIN;
    const int32_t high = nbytes == 1 ? INT8_MAX : INT16_MAX;

#if defined(__ARM_FEATURE_MVE)
    HELIA_ROLLED
    for (int32_t i = 0; i < row->depth; i += 4) {
        const mve_pred16_t some = vctp32q((uint32_t)(row->depth - i));
        int32x4_t q = helia_softmax_quotient(helia_softmax_exps(row, exp, i, some), divisor);
        q = vminq_s32(vaddq_n_s32(q, low), vdupq_n_s32(high));
        if (nbytes == 1) {
            vstrbq_p_s32((int8_t *)output + i, q, some);
        } else {
            vstrhq_p_s32((int16_t *)output + i, q, some);
        }
    }
#else
    HELIA_ROLLED
    for (int32_t i = 0; i < row->depth; ++i) {
        const int32_t q = helia_softmax_quotient(helia_softmax_exps(row, exp, i), divisor);
        const int32_t y = helia_min(q + low, high);

        if (nbytes == 1) {
            ((int8_t *)output)[i] = (int8_t)y;
        } else {
            ((int16_t *)output)[i] = (int16_t)y;
        }
    }
#endif
}

#endif /* HELIA_SOFTMAX_H */
