/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_quantize_real.h"

/*
 * Real numbers to uint8.
 *
 * Layout: any, the same for input and output. Rounding: x / scale in float32, then to nearest, ties
 * away from zero; saturated; NaN becomes the zero point. Source of the arithmetic: the reference
 * QUANTIZE of LiteRT.
 */
void helia_quantize_f32_u8(const helia_quantize_f32_u8_t *d, const float *input, uint8_t *output)
{
    const float scale = d->scale;
    const int32_t zero_point = d->zero_point;
    const int32_t low = 0 - zero_point;
    const int32_t high = UINT8_MAX - zero_point;

    for (int32_t i = 0; i < d->size; ++i) {
        output[i] = (uint8_t)(helia_round_real(input[i] / scale, low, high) + zero_point);
    }
}
