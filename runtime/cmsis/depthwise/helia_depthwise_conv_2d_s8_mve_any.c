/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_clamp_mve.h"
#include "helia_dw_any_band_mve.h"
#include "helia_dw_any_mve.h"
#include "helia_dw_any_open_mve.h"
#include "helia_forms_mve.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

enum { GROUP = 16, OUTPUTS = 8, CHANNEL_WORDS = 3 };

/* Where the outputs of a band go; between those of two rows are some that nobody asks for. */
static void spread(const helia_depthwise_any_s8_mve_t *d, helia_dw_any_places_mve_t *places)
{
    const int32_t apart = d->apart;

    for (int32_t i = 0; i < OUTPUTS * d->blocks; ++i) {
        const int32_t lane = i % 4 * 2 + i % OUTPUTS / 4;
        const int32_t row = i / apart;
        helia_dw_any_places_mve_t *to = &places[i / OUTPUTS];
        to->asked = i % OUTPUTS == 0 ? 0 : to->asked;
        to->at[lane] = 0;
        if (row < d->rows && i % apart < d->tile_w) {
            to->at[lane] = (uint16_t)((row * d->output_w + i % apart) * d->channels);
            to->asked |= 3u << 2 * lane;
        }
    }
}

#if defined(__ARM_FEATURE_MVE)

/* The weights of a channel to the lanes of its words; lanes without one are zero. */
static void expand(const helia_depthwise_any_s8_mve_t *d, const int32_t *table, const int8_t *from,
                   int8_t *to)
{
    const int32_t *picked = table + 4 * d->groups;
    const int32_t *masks = table + 8 * d->groups;

    for (uint32_t g = 0; g < d->groups; ++g) {
        const uint8x16_t lanes = vreinterpretq_u8_s32(vldrwq_s32(picked + 4 * g));
        vstrbq_s8(to + GROUP * g, vldrbq_gather_offset_z_s8(from, lanes, (mve_pred16_t)masks[g]));
    }
}

#else

static void expand(const helia_depthwise_any_s8_mve_t *d, const int32_t *table, const int8_t *from,
                   int8_t *to)
{
    const uint8_t *picked = (const uint8_t *)(table + 4 * d->groups);
    const int32_t *masks = table + 8 * d->groups;

    for (uint32_t i = 0; i < (uint32_t)GROUP * d->groups; ++i) {
        to[i] = (int8_t)((masks[i / GROUP] >> i % GROUP & 1) != 0 ? from[picked[i]] : 0);
    }
}

#endif

static int32_t line_of(uint32_t form)
{
    return form == HELIA_FORM_LINEAR_4 ? -4 : form == HELIA_FORM_LINEAR_2 ? -2 : 0;
}

/* All rows of outputs, for 16 channels of the input. */
static void some_channels(const helia_depthwise_any_s8_mve_t *d, helia_dw_any_band_mve_t *b,
                          helia_dw_any_mve_t *w, int8_t *output)
{
    for (int32_t y = 0; y < d->output_h; y += d->rows) {
        const int32_t row = helia_min(y, d->output_h - d->rows);
        helia_dw_any_band_mve(d, b, row);
        w->output = output + (row * d->output_w + b->x) * d->channels;
        helia_dw_any_mve(w);
    }
}

/* All channels of as many outputs of a row as a band has. */
static void strip(const helia_depthwise_any_s8_mve_t *d, helia_dw_any_band_mve_t *b,
                  helia_dw_any_mve_t *w, const int8_t *weights, const int32_t *params,
                  int8_t *output)
{
    const uint32_t taps = (uint32_t)d->kernel_h * d->kernel_w;
    const uint32_t input_c = d->channels / d->multiplier;
    int8_t *expanded = b->scratch + d->weights_at;

    helia_dw_any_open_mve(d, b);
    w->params = params;
    for (b->channel = 0; b->channel < input_c; b->channel += GROUP) {
        b->channels = input_c - b->channel < GROUP ? input_c - b->channel : GROUP;
        w->channels = b->channels * d->multiplier;
        for (uint32_t i = 0; i < w->channels; ++i) {
            expand(d, w->offsets, weights, expanded + GROUP * d->groups * i);
            weights += taps;
        }
        some_channels(d, b, w, output);
        w->params += CHANNEL_WORDS * w->channels;
        output += w->channels;
    }
}

/*
 * Depthwise convolution of any window, stride, dilation, padding and multiplier.
 *
 * Layout: input and output NHWC; weights [output channel][taps], taps as in the model; params per
 * output channel bias, multiplier and shift; table: of every group of four words the offsets in the
 * band, the taps of their lanes and which lanes have one. The band is described in
 * helia_dw_any_band_mve.h.
 * Accumulator: 32 bits, wrapping, the input zero point folded into the bias. Rounding: two-step
 * requantization per channel, or a line proven to be equal, see helia_requant_mve. Source of the
 * arithmetic: the int8 reference kernel of TFLM.
 */
void helia_depthwise_conv_2d_s8_mve_any(const helia_depthwise_any_s8_mve_t *d, const int8_t *input,
                                        const int8_t *weights, const int32_t *params,
                                        const int32_t *table, int8_t *output, int8_t *scratch)
{
    helia_dw_any_places_mve_t *places = (void *)(scratch + d->places_at);
    const int32_t image = d->input_h * d->input_w * (d->channels / d->multiplier);
    const int32_t outputs = d->output_h * d->output_w * d->channels;
    helia_dw_any_band_mve_t b = {input, scratch, 0, 0, 0};
    helia_dw_any_mve_t w = {d->output_offset,
                            table,
                            scratch + d->weights_at,
                            d->groups,
                            output,
                            scratch,
                            params,
                            d->blocks,
                            places,
                            0,
                            d->multiplier,
                            d->multiplier,
                            line_of(d->form)};

    helia_expect_aligned(scratch, 4);
    spread(d, places);
    for (int32_t i = 0; i < d->batches; ++i) {
        for (int32_t x = 0; x < d->output_w; x += d->tile_w) {
            b.x = helia_min(x, d->output_w - d->tile_w);
            strip(d, &b, &w, weights, params, output + i * outputs);
        }
        b.image += image;
    }
    helia_clamp_mve(output, (uint32_t)(d->batches * outputs), d->act_min, d->act_max);
}
