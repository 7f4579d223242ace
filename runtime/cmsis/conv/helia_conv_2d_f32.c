/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_2d_window_f32.h"
#include "helia_kernels.h"

/* All output channels of one window. */
static void conv_2d_position(const helia_conv_2d_f32_t *d, helia_conv_2d_window_f32_t window,
                             const float *filter, const float *bias, float *output)
{
    const int32_t filter_size = d->kernel_h * d->kernel_w * d->group_c;
    const int32_t filters = d->output_c / (d->input_c / d->group_c);

    for (int32_t c = 0; c < d->output_c; window.x += d->group_c) {
        for (const int32_t end = c + filters; c < end;) {
            const int32_t count = end - c < 4 ? 1 : 4;
            float acc[4] = {0.0f, 0.0f, 0.0f, 0.0f};
            helia_conv_2d_sums_f32(d, &window, filter, count, acc);
            for (int32_t j = 0; j < count; ++j, ++c) {
                const float sum = bias ? acc[j] + bias[c] : acc[j];
                output[c] = helia_clamp_f32(sum, d->act_min, d->act_max);
            }
            filter += count * filter_size;
        }
    }
}

/*
 * Convolution of float of any window, stride, dilation, padding and grouping.
 *
 * Layout: input and output NHWC, weights [output channel][row][column][channel of the group].
 * Accumulator: float, from 0 in the order of the weights; the bias comes last. Rounding: of every
 * product and every sum. Source of the arithmetic: the float reference convolution of TFLM.
 */
void helia_conv_2d_f32(const helia_conv_2d_f32_t *d, const float *input, const float *weights,
                       const float *bias, float *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t y = 0; y < d->output_h; ++y) {
            for (int32_t x = 0; x < d->output_w; ++x) {
                const helia_conv_2d_window_f32_t window = helia_conv_2d_window_f32(
                    d, input, y * d->stride_h - d->pad_h, x * d->stride_w - d->pad_w);
                conv_2d_position(d, window, weights, bias, output);
                output += d->output_c;
            }
        }
        input += d->input_h * d->input_w * d->input_c;
    }
}
