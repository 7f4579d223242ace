/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/* Sum over the taps that meet the input; x and w stand on the first of them, in their channels. */
static int32_t depthwise_conv_2d_s8_sum(const helia_depthwise_conv_2d_s8_t *d, const int8_t *x,
                                        const int8_t *w, helia_span_t rows, helia_span_t columns,
                                        int32_t acc)
{
    const int32_t x_step = d->dilation_w * d->input_c;
    const int32_t x_row = d->dilation_h * d->input_w * d->input_c;
    const int32_t w_row = d->kernel_w * d->output_c;
    const int32_t taps = columns.end - columns.first;

    for (int32_t ky = 0; ky < rows.end - rows.first; ++ky) {
        const int8_t *in = x + ky * x_row;
        const int8_t *filter = w + ky * w_row;
        for (int32_t kx = 0; kx < taps; ++kx) {
            acc = helia_mac(acc, in[kx * x_step] + d->input_offset, filter[kx * d->output_c]);
        }
    }
    return acc;
}

/* The same for four outputs whose loops over the taps are one; their inputs are `lane` apart. */
static void depthwise_conv_2d_s8_sums(const helia_depthwise_conv_2d_s8_t *d, const int8_t *x,
                                      const int8_t *w, helia_span_t rows, helia_span_t columns,
                                      int32_t lane, int32_t *acc)
{
    const int32_t x_step = d->dilation_w * d->input_c;
    const int32_t x_row = d->dilation_h * d->input_w * d->input_c;
    const int32_t w_row = d->kernel_w * d->output_c;
    const int32_t offset = d->input_offset;
    int32_t acc0 = acc[0], acc1 = acc[1], acc2 = acc[2], acc3 = acc[3];

    for (int32_t ky = 0; ky < rows.end - rows.first; ++ky) {
        const int8_t *in = x + ky * x_row;
        const int8_t *filter = w + ky * w_row;
        for (int32_t kx = columns.first; kx < columns.end; ++kx) {
            acc0 = helia_mac(acc0, in[0] + offset, filter[0]);
            acc1 = helia_mac(acc1, in[lane] + offset, filter[1]);
            acc2 = helia_mac(acc2, in[2 * lane] + offset, filter[2]);
            acc3 = helia_mac(acc3, in[3 * lane] + offset, filter[3]);
            in += x_step;
            filter += d->output_c;
        }
    }
    acc[0] = acc0;
    acc[1] = acc1;
    acc[2] = acc2;
    acc[3] = acc3;
}

/* All channels of one position, whose window begins at (y, x) of the image. */
static void depthwise_conv_2d_s8_position(const helia_depthwise_conv_2d_s8_t *d,
                                          const int8_t *image, const int8_t *weights,
                                          const int32_t *bias, const int32_t *multipliers,
                                          const int32_t *shifts, int32_t y, int32_t x,
                                          int8_t *output)
{
    const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, d->dilation_h);
    const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, d->dilation_w);
    const int32_t multiplier = d->depth_multiplier;
    const int8_t *in = image;
    const int8_t *w = weights;
    int32_t acc[4];
    int32_t c = 0;

    if (rows.first < rows.end && columns.first < columns.end) {
        in += ((y + rows.first * d->dilation_h) * d->input_w + x + columns.first * d->dilation_w) *
              d->input_c;
        w += (rows.first * d->kernel_w + columns.first) * d->output_c;
    }
    while (c < d->output_c) {
        const int32_t left = multiplier == 1 ? d->output_c - c : multiplier - c % multiplier;
        const int32_t count = left < 4 ? 1 : 4;
        for (int32_t j = 0; j < count; ++j) {
            acc[j] = bias ? bias[c + j] : 0;
        }
        if (count == 4) {
            depthwise_conv_2d_s8_sums(d, in + c / multiplier, w + c, rows, columns, multiplier == 1,
                                      acc);
        } else {
            const int8_t *channel = in + c / multiplier;
            acc[0] = depthwise_conv_2d_s8_sum(d, channel, w + c, rows, columns, acc[0]);
        }
        for (int32_t j = 0; j < count; ++j, ++c) {
            output[c] = helia_requantize_s8(acc[j], multipliers[c], shifts[c], d->output_offset,
                                            d->act_min, d->act_max);
        }
    }
}

/*
 * Depthwise convolution of any window, stride, dilation, padding and depth multiplier.
 *
 * Layout: input and output NHWC, weights [row][column][output channel]; output channel
 * c * depth_multiplier + m reads input channel c. Accumulator: 32 bits, wrapping. Rounding:
 * two-step requantization per channel, then output offset and clamp. Source of the arithmetic:
 * the int8 reference depthwise convolution of TFLM. Taps on padding add nothing and are not
 * visited.
 */
void helia_depthwise_conv_2d_s8(const helia_depthwise_conv_2d_s8_t *d, const int8_t *input,
                                const int8_t *weights, const int32_t *bias,
                                const int32_t *multipliers, const int32_t *shifts, int8_t *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t y = 0; y < d->output_h; ++y) {
            for (int32_t x = 0; x < d->output_w; ++x) {
                depthwise_conv_2d_s8_position(d, input, weights, bias, multipliers, shifts,
                                              y * d->stride_h - d->pad_h,
                                              x * d->stride_w - d->pad_w, output);
                output += d->output_c;
            }
        }
        input += d->input_h * d->input_w * d->input_c;
    }
}
