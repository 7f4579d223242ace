/* SPDX-License-Identifier: Apache-2.0 */

/*
 * DEPTHWISE_CONV_2D int8 of any kernel, stride, dilation, padding, multiplier and batch, with four
 * channels of output or more.
 *
 * Layout: NHWC; the stream of helia_depthwise_dsp_taps.h, biases that hold the input's zero point,
 * so that padding counts as zero points; the last four channels are done as four, if need be some
 * of them again. Accumulators of 32 bits, proved not to overflow unless raw, where they wrap as
 * the reference's do. Rounding: a certified form of helia_dsp.h, or the double rounding of TFLM
 * itself. Scratch: the list of a window's taps, the sums of all channels
 * where they are raw, one pixel of zero points; with a multiplier the window's pixels with every
 * channel repeated, columns in a ring, so that a pixel is repeated once for every row of output.
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

/* Where taps are looked for. */
typedef struct {
    const helia_depthwise_conv_2d_s8_dsp_taps_t *d;
    const int8_t *input; /* of the batch */
    const int8_t *zeros;
    int8_t *ring; /* of columns; NULL where channels need not be repeated */
    int32_t columns; /* of the ring */
    int32_t next; /* the first column that is not there yet */
} work_t;

/* Where the ring has the pixel of a column and a kernel row; it is three bytes longer than it is.
 */
static int8_t *repeated(const work_t *work, int32_t column, int32_t ky)
{
    const helia_depthwise_conv_2d_s8_dsp_taps_t *d = work->d;

    return work->ring + (column % work->columns * d->kernel_h + ky) * (d->channels + 3);
}

/* Every channel of a pixel as often as the multiplier says. */
static void repeat(const helia_depthwise_conv_2d_s8_dsp_taps_t *d, const int8_t *from, int8_t *to)
{
    for (const int8_t *end = to + d->channels; to != end; to += d->multiplier) {
        const uint32_t four = helia_four_dsp(*from++);

        for (int32_t m = 0; m < d->multiplier; m += 4) {
            memcpy(to + m, &four, sizeof four);
        }
    }
}

/* The columns of a window that are not in the ring yet. */
static void repeat_columns(work_t *work, int32_t y, int32_t x)
{
    const helia_depthwise_conv_2d_s8_dsp_taps_t *d = work->d;
    const int32_t end = helia_min(x + work->columns, d->in_w);
    const int32_t pixel = d->channels / d->multiplier;

    for (int32_t at = helia_max(helia_max(x, work->next), 0); at < end; ++at) {
        for (int32_t ky = 0; ky < d->kernel_h; ++ky) {
            const int32_t row = y + ky * d->dilation_h;

            if (row >= 0 && row < d->in_h) {
                repeat(d, work->input + (row * d->in_w + at) * pixel, repeated(work, at, ky));
            }
        }
    }
    work->next = end;
}

/* Where every tap of a window stands, or on zero points. */
static void list_taps(work_t *work, int32_t y, int32_t x, const int8_t **taps)
{
    const helia_depthwise_conv_2d_s8_dsp_taps_t *d = work->d;

    if (work->ring != NULL) {
        repeat_columns(work, y, x);
    }
    for (int32_t ky = 0; ky < d->kernel_h; ++ky, y += d->dilation_h) {
        const int32_t row_inside = y >= 0 && y < d->in_h;

        for (int32_t kx = 0; kx < d->kernel_w; ++kx) {
            const int32_t at = x + kx * d->dilation_w;

            if (!row_inside || at < 0 || at >= d->in_w) {
                *taps++ = work->zeros;
            } else if (work->ring != NULL) {
                *taps++ = repeated(work, at, ky);
            } else {
                *taps++ = work->input + (y * d->in_w + at) * d->channels;
            }
        }
    }
    if ((d->kernel_h * d->kernel_w & 1) != 0) {
        *taps = work->zeros;
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

/* One image. */
static void one_image(work_t *work, helia_depthwise_dsp_taps_t *window, const int8_t **taps,
                      const int32_t *weights, int8_t *output)
{
    const helia_depthwise_conv_2d_s8_dsp_taps_t *d = work->d;
    int32_t *sums = window->output;

    for (int32_t y = 0; y < d->out_h; ++y) {
        work->next = -d->pad_w;
        for (int32_t x = 0; x < d->out_w; ++x, output += d->channels) {
            list_taps(work, y * d->stride_h - d->pad_h, x * d->stride_w - d->pad_w, taps);
            if (d->form == HELIA_DSP_RAW) {
                all_channels(window, weights);
                finish_raw(d, window->pairs, weights, sums, output);
            } else {
                window->output = output;
                all_channels(window, weights);
            }
        }
    }
}

void helia_depthwise_conv_2d_s8_dsp_taps(const helia_depthwise_conv_2d_s8_dsp_taps_t *d,
                                         const int8_t *input, const int32_t *weights,
                                         int8_t *output, int8_t *scratch)
{
    const int32_t pairs = (d->kernel_h * d->kernel_w + 1) >> 1;
    const int32_t size = d->out_h * d->out_w * d->channels;
    const int8_t **taps = (const int8_t **)(void *)scratch;
    int32_t *sums = (int32_t *)(void *)(taps + 2 * pairs);
    int8_t *zeros = (int8_t *)(sums + (d->form == HELIA_DSP_RAW ? (d->channels + 3) & ~3 : 0));
    helia_depthwise_dsp_taps_t window = {taps, pairs, d->channels - 4, sums, d->form};
    work_t work = {.d = d, .input = input, .zeros = zeros};

    memset(zeros, d->input_zero, (size_t)d->channels);
    if (d->multiplier > 1) {
        work.ring = zeros + d->channels;
        work.columns = (d->kernel_w - 1) * d->dilation_w + 1;
    }
    for (int32_t b = 0; b < d->batches; ++b) {
        one_image(&work, &window, taps, weights, output + b * size);
        work.input += d->in_h * d->in_w * (d->channels / d->multiplier);
    }
    helia_clamp_dsp(output, d->batches * size, d->act_min, d->act_max);
}
