/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_CONV_MVE_H
#define HELIA_CONV_MVE_H

#include "helia_conv_mve_layer.h"

/*
 * Convolution with the tile of its depth and the way its images are taken, unless they are read as
 * they stand; for the other arguments see the record conv_2d_s8_mve.
 */
void helia_conv_mve(const helia_conv_2d_s8_mve_t *d, const int8_t *input, const int8_t *weights,
                    const int32_t *params, const uint8_t *offsets, int8_t *output, int8_t *scratch,
                    helia_tile_mve_t *tile, helia_conv_mve_image_t *take);

#endif /* HELIA_CONV_MVE_H */
