/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_pool_windows.h"

/* The pool at work. */
typedef struct {
    const helia_max_pool_2d_s8_t *d;
    const int8_t *input;
    int8_t *output;
} pool_t;

/* All channels of one window. */
static void largest_of_window(const void *pool, helia_pool_window_t w)
{
    const pool_t *const p = (const pool_t *)pool;
    const helia_max_pool_2d_s8_t *const d = p->d;
    int8_t *const output = p->output + w.to;

    for (int32_t c = 0; c < d->channels; ++c) {
        const int8_t *row = p->input + w.from + c;
        int32_t largest = d->act_min;

        for (int32_t ky = 0; ky < w.rows; ++ky, row += d->input_w * d->channels) {
            for (int32_t kx = 0; kx < w.columns; ++kx) {
                largest = helia_max(largest, row[kx * d->channels]);
            }
        }
        output[c] = (int8_t)helia_min(largest, d->act_max);
    }
}

/*
 * The largest element of every window, clamped.
 *
 * Layout: input and output NHWC, one quantization for both. No accumulator, no rounding. Elements
 * on padding do not count and are not visited; every window meets the input. Source of the
 * arithmetic: the int8 reference MAX_POOL_2D of TFLM.
 */
void helia_max_pool_2d_s8(const helia_max_pool_2d_s8_t *d, const int8_t *input, int8_t *output)
{
    const helia_pool_sizes_t sizes = HELIA_POOL_SIZES(d);
    const pool_t pool = {d, input, output};

    helia_pool_windows(&sizes, largest_of_window, &pool);
}
