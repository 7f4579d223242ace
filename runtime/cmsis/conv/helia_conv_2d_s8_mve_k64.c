/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_mve.h"
#include "helia_conv_mve_window.h"
#include "helia_tile_mve_k64.h"

/*
 * The convolution of helia_conv_mve on the input as it is or on gathered patches, with one tile.
 *
 * Instances: helia_conv_2d_s8_mve_{TILE}
 *   TILE: of helia_tile_mve_
 */
void helia_conv_2d_s8_mve_k64(const helia_conv_2d_s8_mve_t *d, const int8_t *input,
                              const int8_t *weights, const int32_t *params, const uint8_t *offsets,
                              int8_t *output, int8_t *scratch)
{
#if defined(__ARM_FEATURE_MVE)
    helia_tile_mve_t *const tile = helia_tile_mve_k64;
#else
    helia_tile_mve_t *const tile = helia_tile_mve;
#endif

    helia_conv_mve(d, input, weights, params, offsets, output, scratch, tile,
                   helia_conv_mve_window);
}
