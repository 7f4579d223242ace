/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_lanes_dsp.h"
#include "helia_mean_lanes_s8.h"
#include "helia_runtime.h"

/* The sum of n elements, `step` apart. */
static int32_t mean_s8_row(const int8_t *x, int32_t n, int32_t step)
{
    int32_t sum = 0;

#if defined(__ARM_FEATURE_MVE)
    HELIA_ROLLED
    for (; step == 1 && n > 0; n -= 16, x += 16) {
        sum = vaddvaq_s8(sum, vldrbq_z_s8(x, vctp8q((uint32_t)n)));
    }
#elif HELIA_DSP
    if (step == 1) {
        uint32_t raised = 0; /* USADA8 adds bytes without a sign: each is 128 too large */

        sum = -128 * (n & ~7);
        for (; n >= 8; n -= 8, x += 8) {
            raised = __usada8(helia_load_dsp(x) ^ 0x80808080u, 0, raised);
            raised = __usada8(helia_load_dsp(x + 4) ^ 0x80808080u, 0, raised);
        }
        sum += (int32_t)raised;
    }
#endif
    HELIA_ROLLED
    for (; n > 0; --n, x += step) {
        sum += *x;
    }
    return sum;
}

/* The mean over the reduced loops, of which x is the first element. */
static int8_t mean_s8_one(const helia_mean_s8_t *d, const int8_t *x)
{
    int32_t sum = d->sum_offset;

    for (int32_t i = 0; i < d->reduced[0]; ++i) {
        for (int32_t j = 0; j < d->reduced[1]; ++j) {
            const int8_t *y = x + i * d->reduced_strides[0] + j * d->reduced_strides[1];
            sum += mean_s8_row(y, d->reduced[2], d->reduced_strides[2]);
        }
    }
    return helia_requantize_s8(sum, d->multiplier, d->shift, d->output_offset, INT8_MIN, INT8_MAX);
}

#if defined(__ARM_FEATURE_MVE) || HELIA_DSP

/* The means of neighbours, of which x is the first of the first. */
static void mean_s8_lanes(const helia_mean_s8_t *d, const int8_t *x, int32_t lanes, int8_t *output)
{
    const helia_mean_end_t end = {d->multiplier, d->shift, d->output_offset};
    int32_t sums[HELIA_MEAN_LANES];

    for (int32_t i = 0; i < HELIA_MEAN_LANES; ++i) {
        sums[i] = d->sum_offset;
    }
    for (int32_t i = 0; i < d->reduced[0]; ++i) {
        for (int32_t j = 0; j < d->reduced[1]; ++j) {
            const int8_t *y = x + i * d->reduced_strides[0] + j * d->reduced_strides[1];
            for (int32_t left = d->reduced[2]; left > 0; left -= HELIA_MEAN_MOST) {
                const int32_t n = helia_min(left, HELIA_MEAN_MOST);
                helia_mean_add(y, n, d->reduced_strides[2], lanes, sums);
                y += n * d->reduced_strides[2];
            }
        }
    }
    helia_mean_finish(&end, sums, lanes, output);
}

/* As many as there are lanes for, one after another. Gives how many were done. */
static int32_t mean_s8_neighbours(const helia_mean_s8_t *d, const int8_t *x, int8_t *output)
{
    int32_t k = 0;

    while (d->kept_strides[2] == 1 && d->kept[2] - k >= HELIA_MEAN_LEAST) {
        const int32_t lanes = helia_min(d->kept[2] - k, HELIA_MEAN_LANES);
        mean_s8_lanes(d, x + k, lanes, output + k);
        k += lanes;
    }
    return k;
}

#else

static int32_t mean_s8_neighbours(const helia_mean_s8_t *d, const int8_t *x, int8_t *output)
{
    (void)d, (void)x, (void)output;
    return 0;
}

#endif

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
            HELIA_ROLLED
            for (int32_t k = mean_s8_neighbours(d, x, output); k < d->kept[2]; ++k) {
                output[k] = mean_s8_one(d, x + k * d->kept_strides[2]);
            }
            output += d->kept[2];
        }
    }
}
