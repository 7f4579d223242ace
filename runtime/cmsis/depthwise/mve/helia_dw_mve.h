/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_MVE_H
#define HELIA_DW_MVE_H

#include "helia_dw_mve_layer.h"
#include "helia_kernels.h"

/* 3x3 depthwise convolution; see the record depthwise_conv_2d_s8_mve for the other arguments. */
void helia_dw_mve(const helia_depthwise_conv_2d_s8_mve_t *d, const int8_t *input,
                  const int8_t *weights, const int32_t *params, int8_t *output, int8_t *scratch,
                  helia_dw_mve_tile_t *tile);

#endif /* HELIA_DW_MVE_H */
