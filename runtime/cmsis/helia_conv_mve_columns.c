/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_mve_columns.h"
#include "helia_conv_mve_block.h"
#include "helia_move_mve.h"
#include "helia_runtime.h"
#include "helia_strips_mve.h"

static void fill_columns(const helia_conv_2d_s8_mve_t *d, int8_t *to, int32_t n, int32_t column)
{
    for (int32_t i = 0; i < n; ++i) {
        helia_fill_mve(to + i * column, (int8_t)d->input_zero, d->input_c);
    }
}

/* `width` columns of the image from `left` on, each the rows from `top` on that a kernel covers. */
static void fill_band(const helia_conv_2d_s8_mve_t *d, const int8_t *image, int32_t top,
                      int32_t left, int32_t width, int8_t *band)
{
    const int32_t column = d->kernel_h * d->input_c;
    const int32_t first = helia_clamp(-left, 0, width);
    const int32_t end = helia_clamp(d->input_w - left, first, width);
    const helia_strips_mve_t s = {(uint32_t)(end - first), d->input_c, d->input_c,
                                  (uint32_t)column};

    for (int32_t ky = 0; ky < d->kernel_h; ++ky) {
        const int32_t row = top + ky * d->dilation_h;
        if (row < 0 || row >= d->input_h || first == end) {
            fill_columns(d, band, width, column);
        } else {
            fill_columns(d, band, first, column);
            helia_strips_mve(&s, band + first * column,
                             image + (row * d->input_w + left + first) * d->input_c);
            fill_columns(d, band + end * column, width - end, column);
        }
        band += d->input_c;
    }
}

/*
 * A band of padded rows stored column by column: what a kernel covers is one run in it, so the
 * tiles read it in place, position after position `pitch` bytes on. Depth is kernel width x height
 * x input channels here. Scratch: accumulators, band.
 */
void helia_conv_mve_columns(helia_conv_mve_t *c, const int8_t *image)
{
    const helia_conv_2d_s8_mve_t *d = c->d;
    int8_t *band = c->scratch + d->band_at;

    for (int32_t y = 0; y < d->output_h; ++y) {
        for (int32_t x = 0; x < d->output_w; x += d->tile_w) {
            const int32_t n = helia_min(d->tile_w, d->output_w - x);
            const int32_t width = (n - 1) * d->stride_w + d->kernel_w;
            fill_band(d, image, y * d->stride_h - d->pad_h, x * d->stride_w - d->pad_w, width,
                      band);
            helia_conv_mve_block(c, band, (uint32_t)n, (uint32_t)helia_max(n, 2));
        }
    }
}
