/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Instances: helia_conv_2d_s8[_{ROWS}]
 *   ROWS: rows = 1
 */
#define HELIA_ROWS 0

#include "helia_kernels.h"
#include "helia_runtime.h"
#if HELIA_ROWS
#include "helia_rows.h"
#endif

/* Sum of one filter over the taps that meet the input; x stands on the first channel of a group. */
static int32_t conv_2d_s8_sum(const helia_conv_2d_s8_t *d, const int8_t *x, const int8_t *filter,
                              helia_span_t rows, helia_span_t columns, int32_t acc)
{
    const int32_t step = d->dilation_w * d->input_c;
    const int32_t row = d->dilation_h * d->input_w * d->input_c;
    const int32_t taps = columns.end - columns.first;
    const int32_t adjacent = step == d->group_c ? taps : 1;

    for (int32_t ky = rows.first; ky < rows.end; ++ky) {
        const int8_t *in = x + (ky - rows.first) * row;
        const int8_t *w = filter + (ky * d->kernel_w + columns.first) * d->group_c;
        for (int32_t kx = 0; kx < taps; kx += adjacent) {
            acc = helia_dot_s8(in + kx * step, w + kx * d->group_c, adjacent * d->group_c,
                               d->input_offset, acc);
        }
    }
    return acc;
}

/* Sums of four filters, each element of the input read once for all. */
static void conv_2d_s8_sums(const helia_conv_2d_s8_t *d, const int8_t *x, const int8_t *filter,
                            helia_span_t rows, helia_span_t columns, int32_t *acc)
{
    const int32_t filter_size = d->kernel_h * d->kernel_w * d->group_c;
    const int32_t step = d->dilation_w * d->input_c;
    const int32_t row = d->dilation_h * d->input_w * d->input_c;
    const int32_t taps = columns.end - columns.first;
    const int32_t adjacent = step == d->group_c ? taps : 1;

    for (int32_t ky = rows.first; ky < rows.end; ++ky) {
        const int8_t *in = x + (ky - rows.first) * row;
        const int8_t *w = filter + (ky * d->kernel_w + columns.first) * d->group_c;
        for (int32_t kx = 0; kx < taps; kx += adjacent) {
            helia_dots_s8(in + kx * step, w + kx * d->group_c, filter_size, adjacent * d->group_c,
                          d->input_offset, acc);
        }
    }
}

#if HELIA_ROWS
/* The parts of a window that lie in one piece of the ring, and their first rows; the second is
 * empty unless the window goes on at the start of the ring. */
typedef struct {
    helia_span_t taps[2];
    int32_t slot[2];
} conv_2d_s8_parts_t;

static conv_2d_s8_parts_t conv_2d_s8_parts(const helia_conv_2d_s8_t *d, int32_t turn, int32_t y,
                                           helia_span_t rows)
{
    const int32_t held = d->input_rows, step = d->dilation_h, taps = rows.end - rows.first;
    const int32_t slot = taps > 0 ? helia_slot(y + rows.first * step, turn, held) : 0;
    const int32_t ahead = helia_taps_ahead(slot, held, step, taps);
    const conv_2d_s8_parts_t parts = {
        {{rows.first, rows.first + ahead}, {rows.first + ahead, rows.end}},
        {slot, ahead < taps ? slot + ahead * step - held : 0}};

    return parts;
}

/* conv_2d_s8_sum and conv_2d_s8_sums over a ring; image stands on a column and a group of it. */
static void conv_2d_s8_ring(const helia_conv_2d_s8_t *d, const int8_t *image, const int8_t *filter,
                            const conv_2d_s8_parts_t *parts, helia_span_t columns, int32_t count,
                            int32_t *acc)
{
    for (int32_t i = 0; i < 2; ++i) {
        const int8_t *in = image + parts->slot[i] * d->input_w * d->input_c;

        if (count == 4) {
            conv_2d_s8_sums(d, in, filter, parts->taps[i], columns, acc);
        } else {
            acc[0] = conv_2d_s8_sum(d, in, filter, parts->taps[i], columns, acc[0]);
        }
    }
}
#endif

/* All output channels of one position, whose window begins at (y, x) of the image. */
static void conv_2d_s8_position(const helia_conv_2d_s8_t *d, const int8_t *image,
                                const int8_t *weights, const int32_t *bias,
                                const int32_t *multipliers, const int32_t *shifts, int32_t y,
#if HELIA_ROWS
                                int32_t turn,
#endif
                                int32_t x, int8_t *output)
{
    const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, d->dilation_h);
    const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, d->dilation_w);
    const int32_t filter_size = d->kernel_h * d->kernel_w * d->group_c;
    const int32_t filters = d->output_c / (d->input_c / d->group_c);
    const int8_t *in = image;
    const int8_t *filter = weights;

#if HELIA_ROWS
    const conv_2d_s8_parts_t parts = conv_2d_s8_parts(d, turn, y, rows);

    if (columns.first < columns.end) {
        in += (x + columns.first * d->dilation_w) * d->input_c;
    }
#else
    if (rows.first < rows.end && columns.first < columns.end) {
        in += ((y + rows.first * d->dilation_h) * d->input_w + x + columns.first * d->dilation_w) *
              d->input_c;
    }
#endif
    for (int32_t c = 0; c < d->output_c; in += d->group_c) {
        for (const int32_t end = c + filters; c < end;) {
            const int32_t count = end - c < 4 ? 1 : 4;
            int32_t acc[4];
            for (int32_t j = 0; j < count; ++j) {
                acc[j] = bias ? bias[c + j] : 0;
            }
#if HELIA_ROWS
            conv_2d_s8_ring(d, in, filter, &parts, columns, count, acc);
#else
            if (count == 4) {
                conv_2d_s8_sums(d, in, filter, rows, columns, acc);
            } else {
                acc[0] = conv_2d_s8_sum(d, in, filter, rows, columns, acc[0]);
            }
#endif
            for (int32_t j = 0; j < count; ++j, ++c) {
                output[c] = helia_requantize_s8(acc[j], multipliers[c], shifts[c], d->output_offset,
                                                d->act_min, d->act_max);
            }
            filter += count * filter_size;
        }
    }
}

#if HELIA_ROWS
/* Some rows of a convolution of one image, between rings of rows. Else as below. */
void helia_conv_2d_s8(const helia_conv_2d_s8_t *d, const helia_rows_t *rows, const int8_t *input,
                      const int8_t *weights, const int32_t *bias, const int32_t *multipliers,
                      const int32_t *shifts, int8_t *output)
{
    for (int32_t y = rows->first; y < rows->first + rows->count; ++y) {
        const int32_t slot = helia_slot(y, rows->output_turn, d->output_rows);

        for (int32_t x = 0; x < d->output_w; ++x) {
            conv_2d_s8_position(d, input, weights, bias, multipliers, shifts,
                                y * d->stride_h - d->pad_h, rows->input_turn,
                                x * d->stride_w - d->pad_w,
                                output + (slot * d->output_w + x) * d->output_c);
        }
    }
}
#else
/*
 * Convolution of any window, stride, dilation, padding and grouping.
 *
 * Layout: input and output NHWC, weights [output channel][row][column][channel of the group].
 * Accumulator: 32 bits, wrapping. Rounding: two-step requantization per channel, then output
 * offset and clamp. Source of the arithmetic: the int8 reference convolution of TFLM. Taps on
 * padding add nothing and are not visited; without dilation and groups a row of taps is one run.
 * Filters run in fours, so that an element of the input is read once for four products.
 */
void helia_conv_2d_s8(const helia_conv_2d_s8_t *d, const int8_t *input, const int8_t *weights,
                      const int32_t *bias, const int32_t *multipliers, const int32_t *shifts,
                      int8_t *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t y = 0; y < d->output_h; ++y) {
            for (int32_t x = 0; x < d->output_w; ++x) {
                conv_2d_s8_position(d, input, weights, bias, multipliers, shifts,
                                    y * d->stride_h - d->pad_h, x * d->stride_w - d->pad_w, output);
                output += d->output_c;
            }
        }
        input += d->input_h * d->input_w * d->input_c;
    }
}
#endif
