/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Walks the windows of some rows of a pool of one image, from a ring of rows into a ring of rows.
 * As helia_pool_windows.h otherwise.
 */
#ifndef HELIA_POOL_ROWS_H
#define HELIA_POOL_ROWS_H

#include "helia_pool_windows.h"
#include "helia_rows.h"

/* What is done at a window, of which `ahead` rows stand ahead of the end of the ring, and the rest
 * at its start. */
typedef void helia_pool_at_rows_t(const void *pool, helia_pool_window_t window, int32_t ahead);

static inline void helia_pool_rows(const helia_pool_sizes_t *s, int32_t input_rows,
                                   int32_t output_rows, const helia_rows_t *range,
                                   helia_pool_at_rows_t *at, const void *pool)
{
    for (int32_t oy = range->first; oy < range->first + range->count; ++oy) {
        const int32_t y = oy * s->stride_h - s->pad_h;
        const helia_span_t rows = helia_taps_inside(y, s->input_h, s->kernel_h, 1);
        const int32_t slot = helia_slot(y + rows.first, range->input_turn, input_rows);
        const int32_t n = rows.end - rows.first;
        const int32_t ahead = helia_taps_ahead(slot, input_rows, 1, n);
        const int32_t to = helia_slot(oy, range->output_turn, output_rows) * s->output_w;

        for (int32_t ox = 0; ox < s->output_w; ++ox) {
            const int32_t x = ox * s->stride_w - s->pad_w;
            const helia_span_t columns = helia_taps_inside(x, s->input_w, s->kernel_w, 1);
            const int32_t first = slot * s->input_w + x + columns.first;
            const helia_pool_window_t window = {first * s->channels, n, columns.end - columns.first,
                                                (to + ox) * s->channels};

            at(pool, window, ahead);
        }
    }
}

#endif /* HELIA_POOL_ROWS_H */
