/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_fc_tile_mve.h"

#if !defined(__ARM_FEATURE_MVE)

#include "helia_runtime.h"

enum { CHUNK = 16, PANEL = 128 };

/* One panel of `depth` bytes; what it adds to may be acc itself. */
static void panel(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n, const int32_t *from,
                  uint32_t depth)
{
    for (uint32_t i = 0; i < 8 * n; ++i) {
        const int8_t *row = w + i / 8 * 8 * depth + i % 8 * CHUNK;
        int32_t sum = from[i];
        for (uint32_t k = 0; k < depth; k += CHUNK) {
            sum = helia_dot_s8(x + k, row + 8 * k, CHUNK, 0, sum);
        }
        acc[i] = sum;
    }
}

/* The portable body of what helia_fc_tile_mve.S is for MVE; 32-bit wrapping accumulators. */
void helia_fc_tile_mve(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n,
                       const int32_t *bias, uint32_t depth)
{
    uint32_t size = (depth - 1) % PANEL + 1;
    const int32_t *from = bias;

    for (uint32_t k = 0; k < depth; k += size, size = PANEL) {
        panel(x + k, w + 8 * n * k, acc, n, from, size);
        from = acc;
    }
}

#endif
