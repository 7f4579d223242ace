/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_tile_mve.h"

#if !defined(__ARM_FEATURE_MVE)

#include "helia_runtime.h"

static int32_t dot(const int8_t *x, const int8_t *w, uint32_t depth, int32_t acc)
{
    const uint32_t chunk = depth < 16 ? depth : 16;

    for (uint32_t k = 0; k < depth; k += chunk) {
        acc = helia_dot_s8(x + k, w + 4 * k, (int32_t)chunk, 0, acc);
    }
    return acc;
}

/*
 * The matrix tile in portable C: eight channels of n positions.
 *
 * Layout: x [n] of depth bytes, w [half][depth / chunk][channel of the half][chunk] with chunks of
 * 16 bytes of depth (or of 8 when there are no more), acc [half][n][4], bias [half][4].
 * Accumulator: 32 bits, wrapping. Nothing is rounded here.
 */
void helia_tile_mve(helia_block_mve_t *b)
{
    const uint32_t chunk = b->depth < 16 ? b->depth : 16;
    int32_t *acc = b->acc;

    for (uint32_t half = 0; half < 2; ++half) {
        for (uint32_t i = 0; i < 4 * b->n; ++i) {
            *acc++ = dot(b->x + i / 4 * b->step, b->w + i % 4 * chunk, b->depth,
                         b->params[4 * half + i % 4]);
        }
        b->w += 4 * b->depth;
    }
}

#endif
