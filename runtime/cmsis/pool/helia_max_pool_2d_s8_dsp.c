/* SPDX-License-Identifier: Apache-2.0 */

/*
 * MAX_POOL_2D int8 with four channels or more.
 *
 * Layout: NHWC. No accumulator and no rounding: four channels in a word are compared at a time, the
 * last four if need be some of them again. Source of the arithmetic: own.
 */
#include "helia_clamp_dsp.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

static inline uint32_t word_at(const int8_t *from)
{
    uint32_t word;

    memcpy(&word, from, sizeof word);
    return word;
}

/* The largest of four channels of a window, clamped. */
static uint32_t largest(const helia_max_pool_2d_s8_dsp_t *d, const int8_t *from, int32_t rows,
                        int32_t columns)
{
    const int32_t step = d->channels;
    const int32_t row = d->input_w * d->channels;
    uint32_t best = helia_four_dsp(d->act_min);

    for (; rows > 0; --rows, from += row) {
        const int8_t *at = from;

        for (int32_t x = 0; x < columns; ++x, at += step) {
            best = helia_larger_dsp(best, word_at(at));
        }
    }
    return helia_smaller_dsp(best, helia_four_dsp(d->act_max));
}

static void largest_at(const helia_max_pool_2d_s8_dsp_t *d, const int8_t *input, int32_t y,
                       int32_t x, int8_t *output)
{
    const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
    const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
    const int8_t *from = input + ((y + rows.first) * d->input_w + x + columns.first) * d->channels;

    for (int32_t c = 0; c < d->channels; c += 4) {
        const int32_t first = helia_min(c, d->channels - 4);
        const uint32_t word =
            largest(d, from + first, rows.end - rows.first, columns.end - columns.first);

        memcpy(output + first, &word, sizeof word);
    }
}

void helia_max_pool_2d_s8_dsp(const helia_max_pool_2d_s8_dsp_t *d, const int8_t *input,
                              int8_t *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t y = 0; y < d->output_h; ++y) {
            for (int32_t x = 0; x < d->output_w; ++x) {
                largest_at(d, input, y * d->stride_h - d->pad_h, x * d->stride_w - d->pad_w,
                           output);
                output += d->channels;
            }
        }
        input += d->input_h * d->input_w * d->channels;
    }
}
