/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_2d_window_s16.h"
#include "helia_kernels.h"

#define HELIA_SUM int64_t

/* All output channels of one window. */
static void conv_2d_position(const helia_conv_2d_s16_t *d, helia_conv_2d_window_s16_t window,
                             const int8_t *filter, const HELIA_SUM *bias,
                             const helia_multiplier_s16_t *multipliers,
                             const helia_shift_s16_t *shifts, int16_t *output)
{
    const int32_t filter_size = d->kernel_h * d->kernel_w * d->group_c;
    const int32_t filters = d->output_c / (d->input_c / d->group_c);

    for (int32_t c = 0; c < d->output_c; window.x += d->group_c) {
        for (const int32_t end = c + filters; c < end;) {
            const int32_t count = end - c < 4 ? 1 : 4;
            HELIA_SUM acc[4] = {0, 0, 0, 0};
            for (int32_t j = 0; bias && j < count; ++j) {
                acc[j] = bias[c + j];
            }
            helia_conv_2d_sums_s16(d, &window, filter, count, acc);
            for (int32_t j = 0; j < count; ++j, ++c) {
                output[c] =
                    helia_requantize_s16(acc[j], multipliers[c], shifts[c], d->act_min, d->act_max);
            }
            filter += count * filter_size;
        }
    }
}

/*
 * Convolution of int16 with int8 weights, of any window, stride, dilation, padding and grouping.
 *
 * Layout: input and output NHWC, weights [output channel][row][column][channel of the group], zero
 * points 0. Accumulator: as wide as the bias, wrapping. Rounding: helia_requantize_s16 per channel,
 * then clamp. Source of the arithmetic: the int16x8 reference convolution of TFLM.
 *
 * Instances: helia_conv_2d_{SUM}
 *   SUM: s16 = int64_t, s16_b32 = int32_t
 */
void helia_conv_2d_s16(const helia_conv_2d_s16_t *d, const int16_t *input, const int8_t *weights,
                       const HELIA_SUM *bias, const helia_multiplier_s16_t *multipliers,
                       const helia_shift_s16_t *shifts, int16_t *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t y = 0; y < d->output_h; ++y) {
            for (int32_t x = 0; x < d->output_w; ++x) {
                const helia_conv_2d_window_s16_t window = helia_conv_2d_window_s16(
                    d, input, y * d->stride_h - d->pad_h, x * d->stride_w - d->pad_w);
                conv_2d_position(d, window, weights, bias, multipliers, shifts, output);
                output += d->output_c;
            }
        }
        input += d->input_h * d->input_w * d->input_c;
    }
}
