/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_mve_columns.h"
#include "helia_columns_mve.h"
#include "helia_conv_mve_block.h"
#include "helia_runtime.h"
#include "helia_strips_mve.h"
#include "helia_zero_points_mve.h"

enum { TOGETHER = 3, CHANNELS = 16 };

/* Columns of the band that lie on the image. */
typedef struct {
    int8_t *to; /* the first of them */
    int32_t left; /* its column of the image */
    int32_t n;
} columns_t;

static void copy_row(const helia_conv_2d_s8_mve_t *d, const int8_t *from, int32_t n, int8_t *to)
{
    const helia_strips_mve_t s = {(uint32_t)n, d->input_c, d->input_c,
                                  (uint32_t)d->kernel_h * d->input_c};

    helia_strips_mve(&s, to, from);
}

static void fill_row(const helia_conv_2d_s8_mve_t *d, int32_t n, int8_t *to)
{
    for (int32_t i = 0; i < n; ++i) {
        helia_zero_points_mve(to + i * d->kernel_h * d->input_c, (int8_t)d->input_zero, d->input_c);
    }
}

/* The rows from `top` on that a kernel covers, where they are on the image three at a time. */
static void fill_columns(const helia_conv_2d_s8_mve_t *d, const int8_t *image, int32_t top,
                         const columns_t *c)
{
    const int32_t pitch = d->input_w * d->input_c;
    const int32_t together = d->input_c % CHANNELS == 0 && d->kernel_h == TOGETHER;
    const helia_span_t rows = helia_taps_inside(top, d->input_h, d->kernel_h, d->dilation_h);
    int32_t at = top * pitch + c->left * d->input_c;
    int8_t *to = c->to;

    if (together && rows.end - rows.first == TOGETHER) {
        helia_columns_mve(to, image + at, (uint32_t)c->n, d->input_c,
                          (uint32_t)(d->dilation_h * pitch));
        return;
    }
    for (int32_t ky = 0; ky < d->kernel_h; ++ky) {
        if (ky >= rows.first && ky < rows.end) {
            copy_row(d, image + at, c->n, to);
        } else {
            fill_row(d, c->n, to);
        }
        at += d->dilation_h * pitch;
        to += d->input_c;
    }
}

/*
 * A band of padded rows stored column by column: what a kernel covers is one run in it, so the
 * tiles read it in place, position after position `step` bytes on. Columns beside the image are
 * the same for all rows. Depth is kernel width x height x input channels here. Scratch:
 * accumulators, band.
 */
void helia_conv_mve_columns(helia_conv_mve_t *c, const int8_t *image)
{
    const helia_conv_2d_s8_mve_t *d = c->d;
    const int32_t column = d->kernel_h * d->input_c;
    int8_t *band = c->scratch + d->band_at;
    int8_t *output = c->output;

    for (int32_t x = 0; x < d->output_w; x += d->tile_w) {
        const int32_t n = helia_min(d->tile_w, d->output_w - x);
        const int32_t width = (n - 1) * d->stride_w + d->kernel_w;
        const int32_t left = x * d->stride_w - d->pad_w;
        const int32_t first = helia_clamp(-left, 0, width);
        const columns_t inside = {band + first * column, left + first,
                                  helia_clamp(d->input_w - left, first, width) - first};
        helia_zero_points_mve(band, (int8_t)d->input_zero, (uint32_t)(width * column));
        for (int32_t y = 0; y < d->output_h; ++y) {
            if (inside.n > 0) {
                fill_columns(d, image, y * d->stride_h - d->pad_h, &inside);
            }
            c->output = output + (y * d->output_w + x) * d->output_c;
            helia_conv_mve_block(c, band, (uint32_t)n, (uint32_t)helia_max(n, 2));
        }
    }
    c->output = output + d->output_h * d->output_w * d->output_c;
}
