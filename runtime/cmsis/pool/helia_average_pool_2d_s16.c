/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_window_s16.h"

#define HELIA_ELEMENT int16_t

/* All channels of one window: rows x columns of elements, of which x is the first. */
static void average_pool_2d_window(const helia_average_pool_2d_s16_t *d, const HELIA_ELEMENT *x,
                                   int32_t rows, int32_t columns, HELIA_ELEMENT *output)
{
    for (int32_t c = 0; c < d->channels; ++c) {
        helia_number_s16_t sum = 0;
        for (int32_t ky = 0; ky < rows; ++ky) {
            const HELIA_ELEMENT *row = x + ky * d->input_w * d->channels + c;
            for (int32_t kx = 0; kx < columns; ++kx) {
                sum += row[kx * d->channels];
            }
        }
        output[c] = helia_window_clamp_s16(helia_window_mean_s16(sum, rows * columns), d->act_min,
                                           d->act_max);
    }
}

/*
 * The mean of every window, clamped.
 *
 * Layout: input and output NHWC, one quantization for both. Accumulator: 32 bits, which the
 * compiler has proven wide enough, or a float, row by row. Rounding: half away from zero, or of
 * every sum and of the quotient. Elements on padding do not count and are not visited; every window
 * meets the input. Source of the arithmetic: the reference AVERAGE_POOL_2D of TFLM.
 *
 * Instances: helia_average_pool_2d_{ELEMENT}
 *   ELEMENT: s16 = int16_t, f32 = float
 */
void helia_average_pool_2d_s16(const helia_average_pool_2d_s16_t *d, const HELIA_ELEMENT *input,
                               HELIA_ELEMENT *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t oy = 0; oy < d->output_h; ++oy) {
            const int32_t y = oy * d->stride_h - d->pad_h;
            const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
            for (int32_t ox = 0; ox < d->output_w; ++ox) {
                const int32_t x = ox * d->stride_w - d->pad_w;
                const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
                const int32_t at = (y + rows.first) * d->input_w + x + columns.first;
                average_pool_2d_window(d, input + at * d->channels, rows.end - rows.first,
                                       columns.end - columns.first, output);
                output += d->channels;
            }
        }
        input += d->input_h * d->input_w * d->channels;
    }
}
