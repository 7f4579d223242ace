/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* The sum over the reduced loops, of which x is the first element. */
static int32_t mean_s8_sum(const helia_mean_s8_t *d, const int8_t *x)
{
    int32_t sum = d->sum_offset;

    for (int32_t i = 0; i < d->reduced[0]; ++i) {
        for (int32_t j = 0; j < d->reduced[1]; ++j) {
            const int8_t *y = x + i * d->reduced_strides[0] + j * d->reduced_strides[1];
            for (int32_t k = 0; k < d->reduced[2]; ++k) {
                sum += *y;
                y += d->reduced_strides[2];
            }
        }
    }
    return sum;
}

/*
 * Means over any set of axes.
 *
 * Layout: row-major; three loops over kept and three over reduced axes, each with its stride; those
 * that are not needed have one iteration. Accumulator: 32 bits, which the compiler has proven wide
 * enough. Rounding: two-step requantization whose multiplier holds the division, then output
 * offset, saturated. Source of the arithmetic: the int8 reference MEAN of TFLM.
 */
void helia_mean_s8(const helia_mean_s8_t *d, const int8_t *input, int8_t *output)
{
    for (int32_t i = 0; i < d->kept[0]; ++i) {
        for (int32_t j = 0; j < d->kept[1]; ++j) {
            const int8_t *x = input + i * d->kept_strides[0] + j * d->kept_strides[1];
            for (int32_t k = 0; k < d->kept[2]; ++k) {
                *output++ = helia_requantize_s8(mean_s8_sum(d, x), d->multiplier, d->shift,
                                                d->output_offset, INT8_MIN, INT8_MAX);
                x += d->kept_strides[2];
            }
        }
    }
}
