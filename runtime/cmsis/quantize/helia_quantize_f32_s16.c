/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_limits.h"
#include "helia_quantize_real.h"

/*
 * Real numbers to integers of up to 16 bits; int8 has a body of its own.
 *
 * Layout: any, the same for input and output. Rounding: x / scale in float32, then to nearest, ties
 * away from zero; saturated; NaN becomes the zero point. Source of the arithmetic: the reference
 * QUANTIZE of TFLM, of uint8 that of LiteRT.
 *
 * Instances: helia_quantize_f32_{TO}
 *   TO: s16 = int16_t, u8 = uint8_t
 */
#define HELIA_TO int16_t

void helia_quantize_f32_s16(const helia_quantize_f32_s16_t *d, const float *input, HELIA_TO *output)
{
    const float scale = d->scale;
    const int32_t zero_point = d->zero_point;
    const int32_t low = HELIA_LEAST(HELIA_TO) - zero_point;
    const int32_t high = HELIA_MOST(HELIA_TO) - zero_point;

    for (int32_t i = 0; i < d->size; ++i) {
        output[i] = (HELIA_TO)(helia_round_real(input[i] / scale, low, high) + zero_point);
    }
}
