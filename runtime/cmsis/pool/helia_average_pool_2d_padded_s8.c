/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* sum / count, rounded half away from zero. */
static int32_t average_pool_2d_padded_s8_mean(int32_t sum, int32_t count)
{
    return (sum > 0 ? sum + count / 2 : sum - count / 2) / count;
}

/* All channels of one window: `outside` is what its elements on padding sum up to. */
static void average_pool_2d_padded_s8_window(const helia_average_pool_2d_padded_s8_t *d,
                                             const int8_t *x, int32_t rows, int32_t columns,
                                             int32_t outside, int8_t *output)
{
    const int32_t count = d->kernel_h * d->kernel_w;

    for (int32_t c = 0; c < d->channels; ++c) {
        int32_t sum = outside;
        for (int32_t ky = 0; ky < rows; ++ky) {
            const int8_t *row = x + ky * d->input_w * d->channels + c;
            for (int32_t kx = 0; kx < columns; ++kx) {
                sum += row[kx * d->channels];
            }
        }
        output[c] =
            (int8_t)helia_clamp(average_pool_2d_padded_s8_mean(sum, count), d->act_min, d->act_max);
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
    const int32_t count = d->kernel_h * d->kernel_w;

    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t oy = 0; oy < d->output_h; ++oy) {
            const int32_t y = oy * d->stride_h - d->pad_h;
            const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
            for (int32_t ox = 0; ox < d->output_w; ++ox) {
                const int32_t x = ox * d->stride_w - d->pad_w;
                const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
                const int32_t high = rows.end - rows.first;
                const int32_t wide = columns.end - columns.first;
                const int32_t at = (y + rows.first) * d->input_w + x + columns.first;
                average_pool_2d_padded_s8_window(d, input + at * d->channels, high, wide,
                                                 (count - high * wide) * d->pad_value, output);
                output += d->channels;
            }
        }
        input += d->input_h * d->input_w * d->channels;
    }
}
