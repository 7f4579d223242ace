/* SPDX-License-Identifier: Apache-2.0 */

/*
 * DEPTHWISE_CONV_2D int8 of any kernel, stride, dilation, padding and batch, with four channels or
 * more, of which each makes one.
 *
 * Layout: NHWC; the stream of helia_depthwise_dsp_taps.h, biases that hold the input's zero point,
 * so that padding counts as zero points; the last four channels are done as four, if need be some
 * of them again. Accumulators of 32 bits, proved not to overflow unless raw, where they wrap as
 * the reference's do. Rounding: a certified form of helia_dsp.h, or the double rounding of TFLM
 * itself. Scratch: the list of a window's taps, the sums of all channels
 * where they are raw, one pixel of zero points.
 * Source of the arithmetic: own.
 */
#include <string.h>

#include "helia_clamp_dsp.h"
#include "helia_depthwise_dsp_taps.h"
#include "helia_kernels.h"

#if !HELIA_DSP

/* The sums of four channels. */
static void sum_taps(const helia_depthwise_dsp_taps_t *window, int32_t channel,
                     const int32_t *stream, int32_t *sums)
{
    for (int32_t i = 0; i < 4; ++i) {
        uint32_t total = (uint32_t)stream[i];

        for (int32_t t = 0; t < 2 * window->pairs; ++t) {
            const uint32_t word = (uint32_t)stream[4 + (t & ~1) + (i >> 1)];
            const int32_t weight = (int8_t)(word >> (16 * (t & 1) + 8 * (i & 1)) & 0xff);

            total += (uint32_t)(weight * window->taps[t][channel + i]);
        }
        sums[i] = (int32_t)total;
    }
}

/* The portable twin. */
static void all_channels(const helia_depthwise_dsp_taps_t *window, const int32_t *stream)
{
    const int32_t width = window->form == HELIA_DSP_ROUNDED ? 3 : 2;
    int32_t *raw = window->output;
    int8_t *output = window->output;

    for (int32_t c = 0; c < window->last + 4; c += 4) {
        const int32_t first = helia_min(c, window->last);
        int32_t sums[4];

        sum_taps(window, first, stream, sums);
        stream += 4 + 2 * window->pairs;
        for (int32_t i = 0; i < 4; ++i, stream += width) {
            if (window->form == HELIA_DSP_RAW) {
                *raw++ = sums[i];
            } else {
                output[first + i] = helia_dsp_requantize(sums[i], stream, window->form);
            }
        }
    }
}

#else

static void all_channels(const helia_depthwise_dsp_taps_t *window, const int32_t *stream)
{
    helia_depthwise_dsp_taps(window, stream);
}

#endif

/* Where every tap of a window stands, or on zero points. */
static void list_taps(const helia_depthwise_conv_2d_s8_dsp_taps_t *d, const int8_t *input,
                      int32_t y, int32_t x, const int8_t *zeros, const int8_t **taps)
{
    for (int32_t ky = 0; ky < d->kernel_h; ++ky, y += d->dilation_h) {
        const int32_t row_inside = y >= 0 && y < d->in_h;

        for (int32_t kx = 0; kx < d->kernel_w; ++kx) {
            const int32_t at = x + kx * d->dilation_w;
            const int32_t inside = row_inside && at >= 0 && at < d->in_w;

            *taps++ = inside ? input + (y * d->in_w + at) * d->channels : zeros;
        }
    }
    if ((d->kernel_h * d->kernel_w & 1) != 0) {
        *taps = zeros;
    }
}

/* The reference's requantization of the sums of all groups. */
static void finish_raw(const helia_depthwise_conv_2d_s8_dsp_taps_t *d, int32_t pairs,
                       const int32_t *stream, const int32_t *sums, int8_t *output)
{
    for (int32_t c = 0; c < d->channels; c += 4, sums += 4) {
        const int32_t first = helia_min(c, d->channels - 4);

        stream += 4 + 2 * pairs;
        for (int32_t i = 0; i < 4; ++i, stream += 2) {
            output[first + i] =
                helia_requantize_s8(sums[i], stream[0], stream[1], d->output_zero, -128, 127);
        }
    }
}

void helia_depthwise_conv_2d_s8_dsp_taps(const helia_depthwise_conv_2d_s8_dsp_taps_t *d,
                                         const int8_t *input, const int32_t *weights,
                                         int8_t *output, int8_t *scratch)
{
    const int32_t pairs = (d->kernel_h * d->kernel_w + 1) >> 1;
    const int8_t **taps = (const int8_t **)(void *)scratch;
    int32_t *sums = (int32_t *)(void *)(taps + 2 * pairs);
    int8_t *zeros = (int8_t *)(sums + (d->form == HELIA_DSP_RAW ? (d->channels + 3) & ~3 : 0));
    helia_depthwise_dsp_taps_t window = {taps, pairs, d->channels - 4, sums, d->form};

    memset(zeros, d->input_zero, (size_t)d->channels);
    for (int32_t n = 0; n < d->batches * d->out_h * d->out_w; ++n) {
        const int32_t row = n / d->out_w;
        const int32_t b = row / d->out_h;

        list_taps(d, input + b * d->in_h * d->in_w * d->channels,
                  (row - b * d->out_h) * d->stride_h - d->pad_h,
                  (n - row * d->out_w) * d->stride_w - d->pad_w, zeros, taps);
        if (d->form == HELIA_DSP_RAW) {
            all_channels(&window, weights);
            finish_raw(d, pairs, weights, sums, output);
        } else {
            window.output = output;
            all_channels(&window, weights);
        }
        output += d->channels;
    }
    output -= d->batches * d->out_h * d->out_w * d->channels;
    helia_clamp_dsp(output, d->batches * d->out_h * d->out_w * d->channels, d->act_min, d->act_max);
}
