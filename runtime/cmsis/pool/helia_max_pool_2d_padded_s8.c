/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* All channels of one window: rows x columns of elements, and one of value `least` beside them. */
static void max_pool_2d_padded_s8_window(const helia_max_pool_2d_padded_s8_t *d, const int8_t *x,
                                         int32_t rows, int32_t columns, int32_t least,
                                         int8_t *output)
{
    for (int32_t c = 0; c < d->channels; ++c) {
        int32_t largest = least;
        for (int32_t ky = 0; ky < rows; ++ky) {
            const int8_t *row = x + ky * d->input_w * d->channels + c;
            for (int32_t kx = 0; kx < columns; ++kx) {
                largest = helia_max(largest, row[kx * d->channels]);
            }
        }
        output[c] = (int8_t)helia_min(largest, d->act_max);
    }
}

/*
 * The largest element of every window over the input and the constant elements around it, clamped.
 *
 * Layout: input and output NHWC, one quantization for both; `pad_value` stands around every image.
 * No accumulator, no rounding. A window that reaches beyond the input compares `pad_value` too;
 * every window meets the input. Source of the arithmetic: the int8 reference MAX_POOL_2D of TFLM
 * behind a PAD.
 */
void helia_max_pool_2d_padded_s8(const helia_max_pool_2d_padded_s8_t *d, const int8_t *input,
                                 int8_t *output)
{
    const int32_t count = d->kernel_h * d->kernel_w;
    const int32_t padded = helia_max(d->act_min, d->pad_value);

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
                max_pool_2d_padded_s8_window(d, input + at * d->channels, high, wide,
                                             high * wide < count ? padded : d->act_min, output);
                output += d->channels;
            }
        }
        input += d->input_h * d->input_w * d->channels;
    }
}
