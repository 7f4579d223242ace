/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Walks the windows of a pool in the output's order. Knows no arithmetic, and no type of elements:
 * places are counted in elements.
 */
#ifndef HELIA_POOL_WINDOWS_H
#define HELIA_POOL_WINDOWS_H

#include "helia_runtime.h"

typedef struct {
    int32_t batches;
    int32_t input_h;
    int32_t input_w;
    int32_t output_h;
    int32_t output_w;
    int32_t channels;
    int32_t kernel_h;
    int32_t kernel_w;
    int32_t stride_h;
    int32_t stride_w;
    int32_t pad_h;
    int32_t pad_w;
} helia_pool_sizes_t;

/* The sizes in a descriptor, whichever pool's it is. */
#define HELIA_POOL_SIZES(d)                                                                        \
    {(d)->batches,  (d)->input_h,  (d)->input_w,  (d)->output_h, (d)->output_w, (d)->channels,     \
     (d)->kernel_h, (d)->kernel_w, (d)->stride_h, (d)->stride_w, (d)->pad_h,    (d)->pad_w}

/* A window where it meets the input, which every window does. */
typedef struct {
    int32_t from; /* its first element, of the first channel */
    int32_t rows;
    int32_t columns;
    int32_t to; /* where its channels go in the output */
} helia_pool_window_t;

/* What is done at a window, with what `pool` holds. */
typedef void helia_pool_at_t(const void *pool, helia_pool_window_t window);

/* All windows. Every caller says what is done by a constant, so that nothing is called. */
static inline void helia_pool_windows(const helia_pool_sizes_t *s, helia_pool_at_t *at,
                                      const void *pool)
{
    helia_pool_window_t window = {0, 0, 0, 0};
    int32_t image = 0;

    for (int32_t n = 0; n < s->batches; ++n) {
        for (int32_t oy = 0; oy < s->output_h; ++oy) {
            const int32_t y = oy * s->stride_h - s->pad_h;
            const helia_span_t rows = helia_taps_inside(y, s->input_h, s->kernel_h, 1);

            for (int32_t ox = 0; ox < s->output_w; ++ox) {
                const int32_t x = ox * s->stride_w - s->pad_w;
                const helia_span_t columns = helia_taps_inside(x, s->input_w, s->kernel_w, 1);
                const int32_t first = (y + rows.first) * s->input_w + x + columns.first;

                window.from = image + first * s->channels;
                window.rows = rows.end - rows.first;
                window.columns = columns.end - columns.first;
                at(pool, window);
                window.to += s->channels;
            }
        }
        image += s->input_h * s->input_w * s->channels;
    }
}

#endif /* HELIA_POOL_WINDOWS_H */
