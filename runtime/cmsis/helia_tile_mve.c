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
void helia_tile_mve(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n, const int32_t *bias,
                    uint32_t depth, uint32_t step)
{
    const uint32_t chunk = depth < 16 ? depth : 16;

    for (uint32_t half = 0; half < 2; ++half) {
        for (uint32_t i = 0; i < n; ++i) {
            for (uint32_t c = 0; c < 4; ++c) {
                *acc++ = dot(x + i * step, w + c * chunk, depth, bias[c]);
            }
        }
        w += 4 * depth;
        bias += 4;
    }
}

#endif
