/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dw_mve.h"
#include "helia_dw_mve_plain.h"
#include "helia_dw_mve_s1_relu.h"

/*
 * The 3x3 depthwise convolution of helia_dw_mve with the tile of one stride and form.
 *
 * Instances: helia_depthwise_conv_2d_s8_mve_{TILE}
 *   TILE: of helia_dw_mve_
 */
void helia_depthwise_conv_2d_s8_mve_s1_relu(const helia_depthwise_conv_2d_s8_mve_t *d,
                                            const int8_t *input, const int8_t *weights,
                                            const int32_t *params, int8_t *output, int8_t *scratch)
{
#if defined(__ARM_FEATURE_MVE)
    helia_dw_mve(d, input, weights, params, output, scratch, helia_dw_mve_s1_relu);
#else
    helia_dw_mve(d, input, weights, params, output, scratch, helia_dw_mve_plain);
#endif
}
