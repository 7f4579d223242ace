/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_pool_windows.h"

/* sum / count, rounded half away from zero. */
static int32_t mean(int32_t sum, int32_t count)
{
    return (sum > 0 ? sum + count / 2 : sum - count / 2) / count;
}

/* The pool at work. */
typedef struct {
    const helia_average_pool_2d_padded_s8_t *d;
    const int8_t *input;
    int8_t *output;
} pool_t;

/* All channels of one window; its elements on padding are there too. */
static void average_window(const void *pool, helia_pool_window_t w)
{
    const pool_t *const p = (const pool_t *)pool;
    const helia_average_pool_2d_padded_s8_t *const d = p->d;
    const int32_t count = d->kernel_h * d->kernel_w;
    const int32_t outside = (count - w.rows * w.columns) * d->pad_value;
    int8_t *const output = p->output + w.to;

    for (int32_t c = 0; c < d->channels; ++c) {
        const int8_t *row = p->input + w.from + c;
        int32_t sum = outside;

        for (int32_t ky = 0; ky < w.rows; ++ky, row += d->input_w * d->channels) {
            for (int32_t kx = 0; kx < w.columns; ++kx) {
                sum += row[kx * d->channels];
            }
        }
        output[c] = (int8_t)helia_clamp(mean(sum, count), d->act_min, d->act_max);
    }
}

/*
 * The mean of every window over the input and the constant elements around it, clamped.
 *
 * Layout: input and output NHWC, one quantization for both; `pad_value` stands around every image.
 * Accumulator: 32 bits, which the compiler has proven wide enough. Rounding: half away from zero.
 * Elements on padding count, so that every window has as many; every window meets the input.
 * Source of the arithmetic: the int8 reference AVERAGE_POOL_2D of TFLM behind a PAD.
 */
void helia_average_pool_2d_padded_s8(const helia_average_pool_2d_padded_s8_t *d,
                                     const int8_t *input, int8_t *output)
{
    const helia_pool_sizes_t sizes = HELIA_POOL_SIZES(d);
    const pool_t pool = {d, input, output};

    helia_pool_windows(&sizes, average_window, &pool);
}
