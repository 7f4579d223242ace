/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Instances: helia_average_pool_2d_s8[_{ROWS}]
 *   ROWS: rows = 1
 */
#define HELIA_ROWS 0

#include "helia_kernels.h"
#include "helia_runtime.h"
#if HELIA_ROWS
#include "helia_rows.h"
#endif

/* sum / count, rounded half away from zero. */
static int32_t average_pool_2d_s8_mean(int32_t sum, int32_t count)
{
    return (sum > 0 ? sum + count / 2 : sum - count / 2) / count;
}

/* All channels of one window: rows x columns of elements, of which x is the first. In a ring those
 * behind the first `ahead` rows stand at its start. */
static void average_pool_2d_s8_window(const helia_average_pool_2d_s8_t *d, const int8_t *x,
#if HELIA_ROWS
                                      int32_t ahead,
#endif
                                      int32_t rows, int32_t columns, int8_t *output)
{
    for (int32_t c = 0; c < d->channels; ++c) {
        int32_t sum = 0;
        for (int32_t ky = 0; ky < rows; ++ky) {
#if HELIA_ROWS
            const int32_t from_x = ky < ahead ? ky : ky - d->input_rows;
            const int8_t *row = x + from_x * d->input_w * d->channels + c;
#else
            const int8_t *row = x + ky * d->input_w * d->channels + c;
#endif
            for (int32_t kx = 0; kx < columns; ++kx) {
                sum += row[kx * d->channels];
            }
        }
        output[c] = (int8_t)helia_clamp(average_pool_2d_s8_mean(sum, rows * columns), d->act_min,
                                        d->act_max);
    }
}

#if HELIA_ROWS
/* Some rows of the means of one image, from a ring of rows into a ring of rows. Else as below. */
void helia_average_pool_2d_s8(const helia_average_pool_2d_s8_t *d, const helia_rows_t *range,
                              const int8_t *input, int8_t *output)
{
    for (int32_t oy = range->first; oy < range->first + range->count; ++oy) {
        const int32_t y = oy * d->stride_h - d->pad_h;
        const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
        const int32_t slot = helia_slot(y + rows.first, range->input_turn, d->input_rows);
        const int32_t n = rows.end - rows.first;
        const int32_t ahead = helia_taps_ahead(slot, d->input_rows, 1, n);
        int8_t *to =
            output + helia_slot(oy, range->output_turn, d->output_rows) * d->output_w * d->channels;

        for (int32_t ox = 0; ox < d->output_w; ++ox, to += d->channels) {
            const int32_t x = ox * d->stride_w - d->pad_w;
            const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
            const int32_t at = slot * d->input_w + x + columns.first;

            average_pool_2d_s8_window(d, input + at * d->channels, ahead, n,
                                      columns.end - columns.first, to);
        }
    }
}
#else
/*
 * The mean of every window, clamped.
 *
 * Layout: input and output NHWC, one quantization for both. Accumulator: 32 bits, which the
 * compiler has proven wide enough. Rounding: half away from zero. Elements on padding do not count
 * and are not visited; every window meets the input. Source of the arithmetic: the int8 reference
 * AVERAGE_POOL_2D of TFLM.
 */
void helia_average_pool_2d_s8(const helia_average_pool_2d_s8_t *d, const int8_t *input,
                              int8_t *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t oy = 0; oy < d->output_h; ++oy) {
            const int32_t y = oy * d->stride_h - d->pad_h;
            const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
            for (int32_t ox = 0; ox < d->output_w; ++ox) {
                const int32_t x = ox * d->stride_w - d->pad_w;
                const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
                const int32_t at = (y + rows.first) * d->input_w + x + columns.first;
                average_pool_2d_s8_window(d, input + at * d->channels, rows.end - rows.first,
                                          columns.end - columns.first, output);
                output += d->channels;
            }
        }
        input += d->input_h * d->input_w * d->channels;
    }
}
#endif
