/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"

/*
 * int8 with one scale and zero point per channel to real numbers.
 *
 * Layout: input and output [outer][channel][inner]. Rounding: one float32 product of exact factors.
 * Source of the arithmetic: the reference DEQUANTIZE of LiteRT.
 */
void helia_dequantize_per_channel_s8(const helia_dequantize_per_channel_s8_t *d,
                                     const int8_t *input, const float *scales,
                                     const int32_t *zero_points, float *output)
{
    for (int32_t outer = 0; outer < d->outer; ++outer) {
        for (int32_t c = 0; c < d->channels; ++c) {
            for (int32_t i = 0; i < d->inner; ++i) {
                *output++ = (float)(*input++ - zero_points[c]) * scales[c];
            }
        }
    }
}
