/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dw_mve.h"

#include "helia_clamp_mve.h"
#include "helia_dw_fill_mve.h"
#include "helia_dw_table_mve.h"
#include "helia_runtime.h"
#include "helia_zero_points_mve.h"

enum { GROUP = 16, ROWS = 4 };

/* One image at work. */
typedef struct {
    const helia_depthwise_conv_2d_s8_mve_t *d;
    const int8_t *image;
    const int8_t *line; /* a row of zero points, for those beside the image */
    int8_t *band;
} depthwise_t;

/* Few channels: columns are adjacent in the image and in the band, so a row is one stream. */
static void fill_stream(const depthwise_t *w, int8_t *to, const int8_t **rows, int32_t columns)
{
    const uint32_t nbytes = (uint32_t)columns * w->d->channels;
    const uint32_t rest = nbytes % GROUP;

    if (nbytes >= GROUP) {
        helia_dw_fill_mve(to, rows, nbytes / GROUP, GROUP, GROUP);
    }
    if (rest != 0) {
        for (int32_t i = 0; i < ROWS; ++i) {
            rows[i] += nbytes - rest;
        }
        helia_dw_fill_mve(to + ROWS * (nbytes - rest), rows, 1, rest, GROUP);
        /* A whole run was written: the padding behind the row is made again. */
        helia_zero_points_mve(to + ROWS * nbytes, (int8_t)w->d->input_zero,
                              (uint32_t)(w->d->pitch - w->d->pad_w * w->d->column) - ROWS * nbytes);
    }
}

/* Interleaves the rows from `top` on into one row group of the band. */
static void fill_unit(const depthwise_t *w, int8_t *to, int32_t top, uint32_t channel,
                      uint32_t channels)
{
    const helia_depthwise_conv_2d_s8_mve_t *d = w->d;
    const int32_t columns = helia_min(d->input_w, d->columns - d->pad_w);
    const int32_t pitch = d->input_w * d->channels;
    const uint32_t height = d->input_h;
    int32_t at = top * pitch + (int32_t)channel;
    const int8_t *rows[ROWS];

    for (int32_t i = 0; i < ROWS; ++i) {
        rows[i] = (uint32_t)(top + i) < height ? w->image + at : w->line;
        at += pitch;
    }
    to += d->pad_w * d->column;
    if (d->column < ROWS * GROUP) {
        fill_stream(w, to, rows, columns);
    } else {
        for (int32_t i = 0; i < ROWS && channels == GROUP && d->channels % 32 == 0; ++i) {
            helia_expect_aligned(rows[i], 4);
        }
        helia_dw_fill_mve(to, rows, (uint32_t)columns, channels, d->channels);
    }
}

/* All channels of `rows` rows of output from row y on. */
static void band_of_rows(const depthwise_t *w, int32_t y, int32_t rows, helia_dw_mve_band_t *b,
                         helia_dw_mve_tile_t *tile)
{
    const helia_depthwise_conv_2d_s8_mve_t *d = w->d;
    const int32_t up = 3 - d->stride;

    for (uint32_t c = 0; c < d->channels; c += GROUP) {
        b->channels = d->channels - c < GROUP ? d->channels - c : GROUP;
        for (int32_t unit = 0; unit * up < rows; ++unit) {
            const int32_t row = y + helia_min(unit * up, rows - up);
            fill_unit(w, w->band + unit * d->pitch, row * d->stride - d->pad_h, c, b->channels);
        }
        tile(b);
        b->output += b->channels;
        b->params += 3 * b->channels;
        b->weights += 9 * b->channels;
    }
}

/*
 * 3x3 depthwise convolution of stride 1 or 2.
 *
 * Layout: input and output NHWC; weights nine per channel, by column, then row; params bias,
 * multiplier and shift (or the addend of a line) per channel. Rows of the image are interleaved
 * into a band in the scratch, see helia_dw_mve_layer.h, 16 channels at a time, and tiles read their
 * patches through a table. Accumulator: 32 bits, wrapping, the input zero point folded into the
 * bias. Rounding: two-step requantization per channel, or a line proven to be equal. Source of the
 * arithmetic: the int8 reference kernel of TFLM.
 */
void helia_dw_mve(const helia_depthwise_conv_2d_s8_mve_t *d, const int8_t *input,
                  const int8_t *weights, const int32_t *params, int8_t *output, int8_t *scratch,
                  helia_dw_mve_tile_t *tile)
{
    int8_t *table = scratch + d->table_at;
    int8_t *line = scratch + d->line_at;
    const int32_t row_bytes = d->output_w * d->channels;
    const int32_t least = 3 - d->stride;
    helia_dw_mve_band_t b = {table,  0,       0,       0,         d->output_offset, output,
                             params, weights, scratch, d->stride, d->form};
    depthwise_t w = {d, input, line, scratch};
    int32_t built = 0;

    helia_expect_aligned(scratch, 4);
    helia_expect_aligned(table, 4);
    helia_zero_points_mve(scratch, (int8_t)d->input_zero, (uint32_t)d->table_at);
    helia_zero_points_mve(line, (int8_t)d->input_zero, (uint32_t)(d->input_w * d->channels));
    for (int32_t i = 0; i < d->batches; ++i) {
        for (int32_t y = 0; y < d->output_h;) {
            const int32_t rows = helia_max(helia_min(d->rows, d->output_h - y), least);
            y = helia_min(y, d->output_h - rows);
            if (rows != built) {
                helia_dw_table_mve(d, rows, table, &b);
                built = rows;
            }
            b.output = output + (i * d->output_h + y) * row_bytes;
            b.params = params;
            b.weights = weights;
            band_of_rows(&w, y, rows, &b, tile);
            y += rows;
        }
        w.image += d->input_h * d->input_w * d->channels;
    }
    helia_clamp_mve(output, (uint32_t)(d->batches * d->output_h * row_bytes), d->act_min,
                    d->act_max);
}
