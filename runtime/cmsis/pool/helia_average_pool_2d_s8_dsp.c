/* SPDX-License-Identifier: Apache-2.0 */

/*
 * AVERAGE_POOL_2D int8 with sixteen channels or more and windows of at most 255 elements.
 *
 * Layout: NHWC. Accumulators of 16 bits in pairs, which 255 elements of at most 128 fit; channels
 * by sixteen, the last sixteen if need be some of them again. Rounding: half away from zero, by the
 * elements inside the image, as in TFLM. Source of the arithmetic: own.
 *
 * Instances: helia_average_pool_2d_s8_dsp[_{ROWS}]
 *   ROWS: rows = 1
 */
#define HELIA_ROWS 0

#include "helia_kernels.h"
#include "helia_runtime.h"
#include "helia_sum_dsp.h"
#if HELIA_ROWS
#include "helia_rows.h"
#endif

#if !HELIA_DSP
/* The portable twin. */
static void sum_portable(const helia_sum_dsp_t *window, int16_t *sums)
{
    const int8_t *from = window->from;

    for (int32_t i = 0; i < 16; ++i) {
        sums[i] = 0;
    }
    for (int32_t y = 0; y < window->rows; ++y, from += window->row) {
        for (int32_t x = 0; x < window->columns; ++x, from += window->column) {
            for (int32_t i = 0; i < 16; ++i) {
                sums[(i & ~3) | (i & 1) << 1 | (i >> 1 & 1)] += from[i];
            }
        }
    }
}
#endif

static void sum(const helia_sum_dsp_t *window, int16_t *sums)
{
#if HELIA_DSP
    helia_sum_dsp(window, sums);
#else
    sum_portable(window, sums);
#endif
}

static void average(const helia_average_pool_2d_s8_dsp_t *d, const helia_sum_dsp_t *window,
#if HELIA_ROWS
                    const helia_sum_dsp_t *behind,
#endif
                    int8_t *output)
{
#if HELIA_ROWS
    const int32_t count = (window->rows + behind->rows) * window->columns;
#else
    const int32_t count = window->rows * window->columns;
#endif
    const int32_t half = count >> 1;
    const int32_t low = d->act_min;
    const int32_t high = d->act_max;
    int16_t sums[16];

    sum(window, sums);
#if HELIA_ROWS
    if (behind->rows > 0) {
        int16_t more[16];

        sum(behind, more);
        for (int32_t i = 0; i < 16; ++i) {
            sums[i] = (int16_t)(sums[i] + more[i]);
        }
    }
#endif
    for (int32_t i = 0; i < 16; ++i) {
        const int32_t total = sums[(i & ~3) | (i & 1) << 1 | (i >> 1 & 1)];

        output[i] =
            (int8_t)helia_clamp((total > 0 ? total + half : total - half) / count, low, high);
    }
}

#if HELIA_ROWS
/* One position of the output, all channels. In a ring the window may go on at its start. */
static void average_at(const helia_average_pool_2d_s8_dsp_t *d, const int8_t *input, int32_t turn,
                       int32_t y, int32_t x, int8_t *output)
{
    const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
    const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
    const int32_t wide = columns.end - columns.first, n = rows.end - rows.first;
    const int32_t slot = helia_slot(y + rows.first, turn, d->input_rows);
    const int8_t *const start = input + (x + columns.first) * d->channels;
    helia_sum_dsp_t ahead = {.column = d->channels, .columns = wide}, behind;

    ahead.row = (d->input_w - wide) * d->channels;
    ahead.rows = helia_taps_ahead(slot, d->input_rows, 1, n);
    behind = ahead;
    behind.rows = n - ahead.rows;
    for (int32_t c = 0; c < d->channels; c += 16) {
        const int32_t first = helia_min(c, d->channels - 16);

        ahead.from = start + slot * d->input_w * d->channels + first;
        behind.from = start + first;
        average(d, &ahead, &behind, output + first);
    }
}

/* Some rows of the means of one image, between rings of rows. */
void helia_average_pool_2d_s8_dsp(const helia_average_pool_2d_s8_dsp_t *d,
                                  const helia_rows_t *range, const int8_t *input, int8_t *output)
{
    for (int32_t y = range->first; y < range->first + range->count; ++y) {
        const int32_t slot = helia_slot(y, range->output_turn, d->output_rows);

        for (int32_t x = 0; x < d->output_w; ++x) {
            average_at(d, input, range->input_turn, y * d->stride_h - d->pad_h,
                       x * d->stride_w - d->pad_w, output + (slot * d->output_w + x) * d->channels);
        }
    }
}
#else
/* One position of the output, all channels. */
static void average_at(const helia_average_pool_2d_s8_dsp_t *d, const int8_t *input, int32_t y,
                       int32_t x, int8_t *output)
{
    const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
    const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
    const int32_t wide = columns.end - columns.first;
    const int32_t at = (y + rows.first) * d->input_w + x + columns.first;
    helia_sum_dsp_t window = {.column = d->channels, .columns = wide};

    window.row = (d->input_w - wide) * d->channels;
    window.rows = rows.end - rows.first;
    for (int32_t c = 0; c < d->channels; c += 16) {
        const int32_t first = helia_min(c, d->channels - 16);

        window.from = input + at * d->channels + first;
        average(d, &window, output + first);
    }
}

void helia_average_pool_2d_s8_dsp(const helia_average_pool_2d_s8_dsp_t *d, const int8_t *input,
                                  int8_t *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t y = 0; y < d->output_h; ++y) {
            for (int32_t x = 0; x < d->output_w; ++x) {
                average_at(d, input, y * d->stride_h - d->pad_h, x * d->stride_w - d->pad_w,
                           output);
                output += d->channels;
            }
        }
        input += d->input_h * d->input_w * d->channels;
    }
}
#endif
