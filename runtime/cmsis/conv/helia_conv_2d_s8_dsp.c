/* SPDX-License-Identifier: Apache-2.0 */

/*
 * CONV_2D int8 on pair-packed weights: any kernel, stride, dilation, padding and batch.
 *
 * Layout: NHWC; the weights are the stream that helia_conv_dsp_pairs.h describes, with biases that
 * already hold the input's zero point, so that padding counts as zero points. Accumulators of 32
 * bits, proved not to overflow; where 256 times the sum of a channel b could, the taps are cut into
 * parts that cannot (raw), and their sums are requantized in C. Rounding: a certified form of
 * helia_dsp.h, or the double rounding of TFLM itself. Scratch: three columns as int16, a run of
 * zero points, three runs to clip into, then the padded copy of one image, three columns of sums
 * and three of output, where they are needed.
 *
 * Source of the arithmetic: own; 256 b is the difference of two sums of a dual 16-bit multiply.
 */
#include "helia_clamp_dsp.h"
#include "helia_conv_dsp_image.h"
#include "helia_conv_dsp_pairs.h"
#include "helia_conv_dsp_widen.h"

#if !HELIA_DSP
#include <string.h>

/* The portable twin: one column at a time, channels in pairs. */

/* Where byte `i` of a run of words stands among the taps. */
static int32_t in_word(int32_t i)
{
    return (i & ~3) | ((i & 1) << 1) | ((i >> 1) & 1);
}

static void take_run(const helia_conv_2d_s8_dsp_t *d, const int8_t *input, int32_t y, int32_t x,
                     int32_t run, int16_t *column)
{
    int16_t *words = column + 4 * d->words * run;
    int16_t *tail = column + 4 * d->words * d->kernel_h * d->runs_w + run;

    for (int32_t k = 0; k < d->span; ++k) {
        const int32_t inside = y >= 0 && y < d->in_h && x + k >= 0 && x + k < d->in_w;

        for (int32_t c = 0; c < d->in_c; ++c) {
            const int32_t i = k * d->in_c + c;
            int16_t *to = i < 4 * d->words ? words + in_word(i) : tail;

            *to = inside ? input[(y * d->in_w + x + k) * d->in_c + c] : (int16_t)d->input_zero;
        }
    }
}

static void take(const helia_conv_2d_s8_dsp_t *d, const int8_t *input, int32_t y, int32_t x,
                 int16_t *column)
{
    int32_t run = 0;

    memset(column, 0, (size_t)d->steps * 4);
    for (int32_t kx = 0; kx < d->runs_w; ++kx) {
        for (int32_t ky = 0; ky < d->kernel_h; ++ky) {
            take_run(d, input, y * d->stride_h - d->pad_h + ky * d->dilation_h,
                     x * d->stride_w - d->pad_w + kx * d->dilation_w, run++, column);
        }
    }
}

/* The sums of a pair of channels of one column over `steps` steps, and where the stream goes on. */
static const int32_t *pair_of(const int16_t *column, const int32_t *stream, int32_t steps,
                              int32_t sums[2])
{
    uint32_t a = (uint32_t)stream[2];
    uint32_t both = (uint32_t)stream[3];

    for (int32_t k = 0; k < 2 * steps; ++k) {
        const int32_t step = k >> 1;
        const uint32_t half = (uint32_t)stream[step < 2 ? step : step + 2] >> (16 * (k & 1));

        a += (uint32_t)(column[k] * (int8_t)(half & 0xff));
        both += (uint32_t)(column[k] * (int16_t)(half & 0xffff));
    }
    sums[0] = (int32_t)a;
    sums[1] = (int32_t)(both - a) / 256;
    return stream + 2 + steps;
}

/* One of two results of a pair, of which the second may reach past the channels. */
static void put(const helia_conv_2d_s8_dsp_t *d, int8_t *output, int32_t channel, int8_t value)
{
    if (channel < d->out_c) {
        output[channel] = value;
    }
}

/* All channels of one column. */
static void one_column(const helia_conv_2d_s8_dsp_t *d, const int16_t *column,
                       const int32_t *stream, int8_t *output)
{
    const int32_t width = d->form == HELIA_DSP_ROUNDED ? 3 : 2;
    const int32_t *segment = stream;

    stream += d->segments;
    for (int32_t s = 0; s < d->segments; ++s, ++segment) {
        for (int32_t c = helia_conv_dsp_first(*segment); c < helia_conv_dsp_end(*segment); c += 2) {
            int32_t sums[2];

            stream = pair_of(column, stream, d->steps, sums);
            put(d, output, c, helia_dsp_requantize(sums[0], stream, d->form));
            put(d, output, c + 1, helia_dsp_requantize_b(sums[1], stream + width, d->form));
            stream += 2 * width;
        }
    }
}

/* The sums of a pair over all parts, which are far apart in the stream. */
static void raw_pair(const helia_conv_2d_s8_dsp_t *d, const int16_t *column, const int32_t *stream,
                     int32_t total[2])
{
    total[0] = 0;
    total[1] = 0;
    for (int32_t step = 0; step < d->steps; step += d->part_steps) {
        int32_t sums[2];

        (void)pair_of(column + 2 * step, stream, d->part_steps, sums);
        total[0] = helia_wrapping_add(total[0], sums[0]);
        total[1] = helia_wrapping_add(total[1], sums[1]);
        stream += (d->slots >> 1) * (2 + d->part_steps);
    }
}

static void one_raw_column(const helia_conv_2d_s8_dsp_t *d, const int16_t *column,
                           const int32_t *stream, int8_t *output)
{
    const int32_t words = 2 + d->part_steps;
    const int32_t *segment = stream;
    const int32_t *end;

    stream += d->segments;
    end = stream + d->steps / d->part_steps * (d->slots >> 1) * words;
    for (int32_t s = 0; s < d->segments; ++s, ++segment) {
        for (int32_t c = helia_conv_dsp_first(*segment); c < helia_conv_dsp_end(*segment); c += 2) {
            int32_t total[2];

            raw_pair(d, column, stream, total);
            put(d, output, c, helia_conv_dsp_finish(d, total[0], end));
            put(d, output, c + 1, helia_conv_dsp_finish(d, total[1], end + 1));
            stream += words;
            end += 2;
        }
    }
}

static void one_image(const helia_conv_2d_s8_dsp_t *d, const int8_t *input, const int32_t *stream,
                      int8_t *output, int32_t *scratch)
{
    for (int32_t n = 0; n < d->out_h * d->out_w; ++n) {
        int16_t *column = (int16_t *)(void *)scratch;
        int8_t *to = output + n * d->out_c;

        take(d, input, n / d->out_w, n % d->out_w, column);
        if (d->form == HELIA_DSP_RAW) {
            one_raw_column(d, column, stream, to);
        } else {
            one_column(d, column, stream, to);
        }
    }
}
#endif

void helia_conv_2d_s8_dsp(const helia_conv_2d_s8_dsp_t *d, const int8_t *input,
                          const int32_t *weights, int8_t *output, int32_t *scratch)
{
    for (int32_t b = 0; b < d->batches; ++b) {
        const int32_t size = d->out_h * d->out_w * d->out_c;
        int8_t *to = output + b * size;
        const int8_t *from = input + b * d->in_h * d->in_w * d->in_c;

#if HELIA_DSP
        helia_conv_dsp_image(d, from, weights, to, scratch);
#else
        one_image(d, from, weights, to, scratch);
#endif
        helia_clamp_dsp(to, size, d->act_min, d->act_max);
    }
}
