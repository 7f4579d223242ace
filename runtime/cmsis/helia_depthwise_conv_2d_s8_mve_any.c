/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_clamp_mve.h"
#include "helia_kernels.h"
#include "helia_requant_mve.h"
#include "helia_runtime.h"

enum { BLOCK = 8, BLOCK_WORDS = 24 };

/* One row of outputs at work, eight channels of it. */
typedef struct {
    const helia_depthwise_any_s8_mve_t *d;
    const int8_t *x;       /* first pixel of the first row of the image under a tap */
    const int8_t *weights; /* of that row and the channels */
    const int32_t *bias;
    helia_span_t rows;
    uint32_t channel;
    uint32_t lanes;
    uint16_t inputs[BLOCK]; /* channels of the input that they come from */
} row_t;

#if defined(__ARM_FEATURE_MVE)

/* Eight channels of one output: products fit 16 bits, even and odd channels are widened apart. */
static void sum_taps(const row_t *r, const int8_t *x, const int8_t *w, int32_t taps, int32_t *acc,
                     uint32_t half)
{
    const helia_depthwise_any_s8_mve_t *d = r->d;
    const mve_pred16_t some = vctp16q(r->lanes);
    const int32_t input_c = d->channels / d->multiplier;
    const int16_t offset = (int16_t)-d->input_zero;
    const uint16x8_t lanes = vldrhq_u16(r->inputs);
    int32x4_t even = vldrwq_s32(r->bias);
    int32x4_t odd = vldrwq_s32(r->bias + 4);

    for (int32_t ky = r->rows.first; ky < r->rows.end; ++ky) {
        const int8_t *from = x;
        const int8_t *weight = w;
        for (int32_t kx = taps; kx > 0; --kx) {
            const int16x8_t v = vaddq_n_s16(vldrbq_gather_offset_z_s16(from, lanes, some), offset);
            const int16x8_t p = vmulq_s16(v, vldrbq_z_s16(weight, some));
            even = vaddq_s32(even, vmovlbq_s16(p));
            odd = vaddq_s32(odd, vmovltq_s16(p));
            from += d->dilation_w * input_c;
            weight += d->channels;
        }
        x += d->dilation_h * d->input_w * input_c;
        w += d->kernel_w * d->channels;
    }
    vstrwq_s32(acc, even);
    vstrwq_s32(acc + half, odd);
}

#else

static void sum_taps(const row_t *r, const int8_t *x, const int8_t *w, int32_t taps, int32_t *acc,
                     uint32_t half)
{
    const helia_depthwise_any_s8_mve_t *d = r->d;
    const int32_t input_c = d->channels / d->multiplier;

    for (uint32_t i = 0; i < r->lanes; ++i) {
        const uint32_t lane = i / 2 + i % 2 * half;
        const int8_t *from = x + r->inputs[i];
        int32_t sum = r->bias[i / 2 + i % 2 * 4];
        for (int32_t ky = 0; ky < r->rows.end - r->rows.first; ++ky) {
            const int8_t *row = from + ky * d->dilation_h * d->input_w * input_c;
            const int8_t *weight = w + ky * d->kernel_w * d->channels + i;
            for (int32_t kx = 0; kx < taps; ++kx) {
                sum = helia_mac(sum, row[kx * d->dilation_w * input_c] - d->input_zero,
                                weight[kx * d->channels]);
            }
        }
        acc[lane] = sum;
    }
}

#endif

/* n outputs from column x on. */
static void sum_row(const row_t *r, int32_t x, uint32_t n, int32_t *acc)
{
    const helia_depthwise_any_s8_mve_t *d = r->d;
    const int32_t input_c = d->channels / d->multiplier;

    for (uint32_t i = 0; i < n; ++i) {
        const int32_t at = (x + (int32_t)i) * d->stride_w - d->pad_w;
        const helia_span_t taps = helia_taps_inside(at, d->input_w, d->kernel_w, d->dilation_w);
        const int8_t *from = r->x;
        if (taps.first < taps.end) {
            from += (at + taps.first * d->dilation_w) * input_c;
        }
        sum_taps(r, from, r->weights + taps.first * d->channels, taps.end - taps.first, acc + 4 * i,
                 4 * n);
    }
}

/* Begins a block of channels. */
static void take_channels(row_t *r, uint32_t channel)
{
    const uint32_t left = r->d->channels - channel;

    r->channel = channel;
    r->lanes = left < BLOCK ? left : BLOCK;
    for (uint32_t i = 0; i < BLOCK; ++i) {
        r->inputs[i] = (uint16_t)((channel + i) / r->d->multiplier);
    }
}

/* All channels of one row of outputs. */
static void output_row(const helia_depthwise_any_s8_mve_t *d, const int8_t *image, int32_t y,
                       const int8_t *weights, const int32_t *params, int8_t *output, int32_t *acc)
{
    const int32_t top = y * d->stride_h - d->pad_h;
    const helia_span_t rows = helia_taps_inside(top, d->input_h, d->kernel_h, d->dilation_h);
    const int32_t pitch = d->input_w * (d->channels / d->multiplier);
    helia_requant_mve_t to = {output, d->channels, d->output_offset, d->form, BLOCK};
    row_t r = {d, image, weights, params, rows, 0, BLOCK, {0}};

    if (rows.first < rows.end) {
        r.x += (top + rows.first * d->dilation_h) * pitch;
        r.weights += rows.first * d->kernel_w * d->channels;
    }
    for (uint32_t channel = 0; channel < d->channels; channel += BLOCK) {
        take_channels(&r, channel);
        to.lanes = (uint8_t)r.lanes;
        for (int32_t x = 0; x < d->output_w; x += d->block) {
            const uint32_t n = (uint32_t)helia_min(d->block, d->output_w - x);
            to.output = output + x * d->channels + r.channel;
            sum_row(&r, x, n, acc);
            helia_requant_mve(&to, acc, n, n, r.bias + BLOCK);
        }
        r.weights += BLOCK;
        r.bias += BLOCK_WORDS;
    }
}

/*
 * Depthwise convolution of any window, stride, dilation, padding and multiplier.
 *
 * Layout: input and output NHWC; weights [row][column][output channel] as in the model; params per
 * eight channels bias, multipliers and shifts, the even channels of each first.
 * Accumulator: 32 bits, wrapping. Rounding: see helia_requant_mve. Source of the arithmetic: the
 * int8 reference kernel of TFLM. Taps on padding add nothing and are not visited.
 */
void helia_depthwise_conv_2d_s8_mve_any(const helia_depthwise_any_s8_mve_t *d, const int8_t *input,
                                        const int8_t *weights, const int32_t *params,
                                        int8_t *output, int8_t *scratch)
{
    const int32_t image = d->input_h * d->input_w * (d->channels / d->multiplier);
    const int32_t row_bytes = d->output_w * d->channels;
    int8_t *to = output;

    for (int32_t i = 0; i < d->batches; ++i) {
        for (int32_t y = 0; y < d->output_h; ++y) {
            output_row(d, input, y, weights, params, to, (int32_t *)(void *)scratch);
            to += row_bytes;
        }
        input += image;
    }
    helia_clamp_mve(output, (uint32_t)(d->batches * d->output_h * row_bytes), d->act_min,
                    d->act_max);
}
