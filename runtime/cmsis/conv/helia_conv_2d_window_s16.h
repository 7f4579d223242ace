/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sums of one window and some filters, for any window, stride, dilation, padding and grouping.
 *
 * Layout: input NHWC, weights [output channel][row][column][channel of the group]. Taps on padding
 * add nothing and are not visited, the others in the order of the weights; without dilation and
 * groups a row of taps is one run. Filters run in fours, so that an element of the input is read
 * once for four products.
 *
 * Instances: helia_conv_2d_window_{SUM}
 *   SUM: s16 = int64_t, s16_b32 = int32_t, f32 = float
 */
#ifndef HELIA_CONV_2D_WINDOW_S16_H
#define HELIA_CONV_2D_WINDOW_S16_H

#include "helia_dot_s16.h"
#include "helia_kernels.h"

#define HELIA_SUM int64_t

/* The taps of one window that meet the input, and the first element that they meet. */
typedef struct {
    const helia_activation_s16_t *x;
    helia_span_t rows;
    helia_span_t columns;
} helia_conv_2d_window_s16_t;

/* The window that begins at (y, x) of the image. */
static inline helia_conv_2d_window_s16_t
helia_conv_2d_window_s16(const helia_conv_2d_s16_t *d, const helia_activation_s16_t *image,
                         int32_t y, int32_t x)
{
    helia_conv_2d_window_s16_t w = {image, {0, 0}, {0, 0}};

    w.rows = helia_taps_inside(y, d->input_h, d->kernel_h, d->dilation_h);
    w.columns = helia_taps_inside(x, d->input_w, d->kernel_w, d->dilation_w);
    if (w.rows.first < w.rows.end && w.columns.first < w.columns.end) {
        const int32_t row = y + w.rows.first * d->dilation_h;
        const int32_t column = x + w.columns.first * d->dilation_w;
        w.x += (row * d->input_w + column) * d->input_c;
    }
    return w;
}

/* What the window adds to the sums of `count` filters, one or four, of the group it stands on. */
static inline void helia_conv_2d_sums_s16(const helia_conv_2d_s16_t *d,
                                          const helia_conv_2d_window_s16_t *window,
                                          const helia_weight_s16_t *filter, int32_t count,
                                          HELIA_SUM *acc)
{
    const int32_t filter_size = d->kernel_h * d->kernel_w * d->group_c;
    const int32_t step = d->dilation_w * d->input_c;
    const int32_t taps = window->columns.end - window->columns.first;
    const int32_t adjacent = step == d->group_c ? taps : 1;
    const helia_activation_s16_t *x = window->x;

    for (int32_t ky = window->rows.first; ky < window->rows.end; ++ky) {
        const helia_weight_s16_t *w =
            filter + (ky * d->kernel_w + window->columns.first) * d->group_c;
        for (int32_t kx = 0; kx < taps; kx += adjacent) {
            const helia_activation_s16_t *in = x + kx * step;
            if (count == 4) {
                helia_dots_s16(in, w + kx * d->group_c, filter_size, adjacent * d->group_c, acc);
            } else {
                acc[0] = helia_dot_s16(in, w + kx * d->group_c, adjacent * d->group_c, acc[0]);
            }
        }
        x += d->dilation_h * d->input_w * d->input_c;
    }
}

#undef HELIA_SUM

#endif /* HELIA_CONV_2D_WINDOW_S16_H */
