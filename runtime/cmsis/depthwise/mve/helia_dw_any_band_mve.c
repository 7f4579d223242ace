/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dw_any_band_mve.h"

#include "helia_dw_fill_mve.h"
#include "helia_runtime.h"
#include "helia_strips_mve.h"
#include "helia_zero_points_mve.h"

enum { ROWS = 4, GROUP = 16, COLUMN = ROWS * GROUP };

/* Columns of a unit, and their places in four rows. */
typedef struct {
    int8_t *to;
    const int8_t *rows[ROWS]; /* at the first of the columns */
    int32_t step; /* from column to column of a row */
    uint32_t nbytes;
    int32_t first;
    int32_t end;
} unit_t;

/* Columns of the same phase are neighbours in the band. */
static void interleave(const helia_depthwise_any_s8_mve_t *d, const unit_t *u)
{
    const int32_t stride = d->stride_w;

    for (int32_t i = 0; i < stride && u->first + i < u->end; ++i) {
        const int32_t column = u->first + i;
        const int32_t at = column % stride * d->phase + column / stride;
        const int32_t n = (u->end - 1 - column) / stride + 1;
        const int8_t *rows[ROWS];
        for (int32_t row = 0; row < ROWS; ++row) {
            rows[row] = u->rows[row] + i * u->step;
        }
        helia_dw_fill_mve(u->to + COLUMN * at, rows, (uint32_t)n, u->nbytes,
                          (uint32_t)(stride * u->step));
    }
}

/* Units of four rows of the image, or of the line where they are beside it. The last unit may have
 * rows that the kernel has not. */
static void fill_down(const helia_depthwise_any_s8_mve_t *d, const helia_dw_any_band_mve_t *b,
                      int32_t top, unit_t *u)
{
    const int32_t input_c = d->channels / d->multiplier;
    const int32_t left = b->x * d->stride_w - d->pad_w;
    const int32_t pitch = d->dilation_h * d->input_w * input_c;
    int32_t y = top;
    int32_t at = 0;

    u->first = helia_clamp(-left, 0, d->columns);
    u->end = helia_clamp(d->input_w - left, u->first, d->columns);
    if (u->first == u->end) {
        return;
    }
    u->step = input_c;
    u->nbytes = b->channels;
    at = (top * d->input_w + left + u->first) * input_c + (int32_t)b->channel;
    for (int32_t unit = 0; unit < d->units; ++unit) {
        for (int32_t i = 0; i < ROWS; ++i) {
            u->rows[i] = (uint32_t)y < d->input_h ? b->image + at : b->scratch + d->line_at;
            y += d->dilation_h;
            at += pitch;
        }
        interleave(d, u);
        u->to += COLUMN * d->stride_w * d->phase;
    }
}

/* Units of one row, which is copied to the line and read at four places. */
static void fill_across(const helia_depthwise_any_s8_mve_t *d, const helia_dw_any_band_mve_t *b,
                        int32_t top, unit_t *u)
{
    const int32_t input_c = d->channels / d->multiplier;
    const int32_t left = b->x * d->stride_w - d->pad_w;
    const int32_t width = d->columns + (ROWS - 1) * d->dilation_w;
    const int32_t first = helia_clamp(-left, 0, width);
    const int32_t end = helia_clamp(d->input_w - left, first, width);
    const helia_strips_mve_t s = {(uint32_t)(end - first), b->channels, (uint32_t)input_c, GROUP};
    int8_t *line = b->scratch + d->line_at;

    u->first = 0;
    u->end = d->columns;
    u->step = GROUP;
    u->nbytes = GROUP;
    for (int32_t i = 0; i < ROWS; ++i) {
        u->rows[i] = line + i * d->dilation_w * GROUP;
    }
    for (int32_t unit = 0; unit < d->units; ++unit) {
        const int32_t y = top + unit * d->dilation_h;
        if (y < 0 || y >= d->input_h || first == end) {
            helia_zero_points_mve(line, (int8_t)d->input_zero, (uint32_t)(width * GROUP));
        } else {
            helia_strips_mve(&s, line + first * GROUP,
                             b->image + (y * d->input_w + left + first) * input_c +
                                 (int32_t)b->channel);
        }
        interleave(d, u);
        u->to += COLUMN * d->stride_w * d->phase;
    }
}

/*
 * Interleaves what is under a row of outputs, so that one word is four taps of a channel and the
 * words of neighbouring outputs are 64 bytes apart whatever the stride. Lanes of channels that
 * there are not hold anything.
 */
void helia_dw_any_band_mve(const helia_depthwise_any_s8_mve_t *d, const helia_dw_any_band_mve_t *b,
                           int32_t y)
{
    for (int32_t row = 0; row < d->rows; ++row) {
        const int32_t top = (y + row) * d->stride_h - d->pad_h;
        unit_t u = {b->scratch + COLUMN * d->apart * row, {0, 0, 0, 0}, 0, 0, 0, 0};
        if (d->across) {
            fill_across(d, b, top, &u);
        } else {
            fill_down(d, b, top, &u);
        }
    }
}
