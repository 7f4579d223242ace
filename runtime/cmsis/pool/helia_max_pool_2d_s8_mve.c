/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_clamp_mve.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

/* All channels of one window: rows x columns of elements, of which x is the first. */
static void pool_window(const helia_max_pool_2d_s8_mve_t *d, const int8_t *x, int32_t rows,
                        int32_t columns, int8_t *output)
{
    const int32_t pitch = d->input_w * d->channels;
#if defined(__ARM_FEATURE_MVE)
    for (int32_t c = 0; c < d->channels; c += 16) {
        const mve_pred16_t some = vctp8q((uint32_t)(d->channels - c));
        int8x16_t largest = vdupq_n_s8(INT8_MIN);
        for (int32_t ky = 0; ky < rows; ++ky) {
            const int8_t *row = x + ky * pitch + c;
            for (int32_t kx = columns; kx > 0; --kx) {
                largest = vmaxq_s8(largest, vldrbq_z_s8(row, some));
                row += d->channels;
            }
        }
        vstrbq_p_s8(output + c, largest, some);
    }
#else
    for (int32_t c = 0; c < d->channels; ++c) {
        int32_t largest = INT8_MIN;
        for (int32_t i = 0; i < rows * columns; ++i) {
            largest = helia_max(largest, x[i / columns * pitch + i % columns * d->channels + c]);
        }
        output[c] = (int8_t)largest;
    }
#endif
}

/*
 * The largest element of every window, clamped.
 *
 * Layout: input and output NHWC, one quantization for both. No accumulator, no rounding. Elements
 * on padding do not count and are not visited; every window meets the input. Source of the
 * arithmetic: the int8 reference MAX_POOL_2D of TFLM.
 */
void helia_max_pool_2d_s8_mve(const helia_max_pool_2d_s8_mve_t *d, const int8_t *input,
                              int8_t *output)
{
    int8_t *to = output;

    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t oy = 0; oy < d->output_h; ++oy) {
            const int32_t y = oy * d->stride_h - d->pad_h;
            const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
            for (int32_t ox = 0; ox < d->output_w; ++ox) {
                const int32_t x = ox * d->stride_w - d->pad_w;
                const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
                const int32_t at = (y + rows.first) * d->input_w + x + columns.first;
                pool_window(d, input + at * d->channels, rows.end - rows.first,
                            columns.end - columns.first, to);
                to += d->channels;
            }
        }
        input += d->input_h * d->input_w * d->channels;
    }
    helia_clamp_mve(output, (uint32_t)(to - output), d->act_min, d->act_max);
}
