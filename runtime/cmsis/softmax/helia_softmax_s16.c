/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* A function of int16 by a table of 513 values, a straight line between two of them. */
static int32_t softmax_s16_interpolate(const int16_t *table, int32_t x)
{
    const int16_t *at = table + 256 + (x >> 7);
    const int32_t slope = at[1] - at[0];

    return at[0] + ((slope * (x & 127) + 64) >> 7);
}

static int32_t softmax_s16_saturate(int32_t x)
{
    return helia_clamp(x, INT16_MIN, INT16_MAX);
}

static int32_t softmax_s16_largest(const int16_t *x, int32_t depth)
{
    int32_t largest = INT16_MIN;

    for (int32_t i = 0; i < depth; ++i) {
        largest = helia_max(largest, x[i]);
    }
    return largest;
}

/* How often a positive number can be doubled in 31 bits. */
static int32_t softmax_s16_headroom(uint32_t x)
{
    int32_t bits = 0;

    for (; (x & UINT32_C(0x40000000)) == 0; x <<= 1) {
        ++bits;
    }
    return bits;
}

/*
 * exp(beta * (x - max)) over the sum of these, along the last axis, in units of 1/32768.
 *
 * Layout: input and output [row][depth]; the output holds the exponentials until they are scaled.
 * Tables: exp over [-10, 0], and 1 / (1 + x) over [0, 1]. Accumulator: 32 bits, which 65535 numbers
 * of 15 do not leave. Rounding: two-step requantization of x - max to 10/65535, to nearest in both
 * tables and in the product with the reciprocal. Source of the arithmetic: the int16 reference
 * SOFTMAX of TFLM.
 */
void helia_softmax_s16(const helia_softmax_s16_t *d, const int16_t *input, const int16_t *exp_table,
                       const int16_t *reciprocal_table, int16_t *output)
{
    for (int32_t row = 0; row < d->rows; ++row) {
        const int32_t largest = softmax_s16_largest(input, d->depth);
        int32_t sum = 0;

        for (int32_t i = 0; i < d->depth; ++i) {
            const int32_t scaled = helia_requantize(input[i] - largest, d->multiplier, d->shift);
            const int32_t x = softmax_s16_saturate(helia_wrapping_add(scaled, INT16_MAX));
            output[i] = (int16_t)softmax_s16_interpolate(exp_table, x);
            sum += output[i];
        }
        const int32_t headroom = softmax_s16_headroom((uint32_t)sum);
        const int32_t normal = (int32_t)((((uint32_t)sum << headroom) + (1u << 13)) >> 14);
        const int32_t reciprocal = softmax_s16_interpolate(
            reciprocal_table, softmax_s16_saturate(normal - (1 << 15) - (1 << 16)));
        const int32_t shift = 30 - headroom;

        for (int32_t i = 0; i < d->depth; ++i) {
            const int32_t y = (output[i] * reciprocal + (1 << (shift - 1))) >> shift;
            output[i] = (int16_t)helia_clamp(y, 0, INT16_MAX);
        }
        input += d->depth;
        output += d->depth;
    }
}
