/* SPDX-License-Identifier: Apache-2.0 */

/* Exponentials of floats: the same bits on every machine, without a mathematical library. */
#ifndef HELIA_EXP_F32_H
#define HELIA_EXP_F32_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* 2^exponent, -126..127. */
static inline float helia_power_of_two_f32(int32_t exponent)
{
    const uint32_t bits = (uint32_t)(exponent + 127) << 23;
    float result;

    memcpy(&result, &bits, sizeof(result));
    return result;
}

/*
 * e^x: x = k * ln 2 + r with |r| <= ln 2 / 2, a polynomial in r, times 2^k in two steps, so that
 * the smallest results are rounded once. Within 2 ulp; infinite above 88.72, 0 below -103.98, and
 * what is no number stays so. Every operation is rounded, in this order.
 */
static inline float helia_exp_f32(float x)
{
    if (!(x <= 88.72283f)) {
        return x > 88.72283f ? INFINITY : x;
    }
    if (x < -103.98f) {
        return 0.0f;
    }
    /* What is added to 1.5 * 2^23 and taken off again is a whole number. */
    const float k = (x * 1.44269504f + 12582912.0f) - 12582912.0f;
    const float r = (x - k * 0.693359375f) - k * -2.12194440e-4f;
    const int32_t whole = (int32_t)k;
    float q = 0.0013951719f;

    q = q * r + 0.0083695985f;
    q = q * r + 0.041666187f;
    q = q * r + 0.16666512f;
    q = q * r + 0.5f;
    q = (q * (r * r) + r) + 1.0f;
    return q * helia_power_of_two_f32(whole >> 1) * helia_power_of_two_f32(whole - (whole >> 1));
}

#endif /* HELIA_EXP_F32_H */
