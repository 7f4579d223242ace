/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_fc_tile_mve.h"

#if !defined(__ARM_FEATURE_MVE)

#include "helia_runtime.h"

/* The portable body of what helia_fc_tile_mve.S is for MVE; 32-bit wrapping accumulators. */
void helia_fc_tile_mve(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n,
                       const int32_t *bias, uint32_t depth)
{
    for (uint32_t i = 0; i < 8 * n; ++i) {
        const int8_t *row = w + i / 8 * 8 * depth + i % 8 * 16;
        int32_t sum = bias[i];
        for (uint32_t k = 0; k < depth; k += 16) {
            sum = helia_dot_s8(x + k, row + 8 * k, 16, 0, sum);
        }
        acc[i] = sum;
    }
}

#endif
