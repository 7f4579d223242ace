/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"

/*
 * Integers of up to 16 bits to real numbers; int8 has a body of its own.
 *
 * Layout: any, the same for input and output. Rounding: one float32 product of exact factors, which
 * is the reference's double product rounded once. Source of the arithmetic: the reference
 * DEQUANTIZE of TFLM.
 *
 * Instances: helia_dequantize_{FROM}
 *   FROM: s16 = int16_t, u8 = uint8_t
 */
#define HELIA_FROM int16_t

void helia_dequantize_s16(const helia_dequantize_s16_t *d, const HELIA_FROM *input, float *output)
{
    for (int32_t i = 0; i < d->size; ++i) {
        output[i] = (float)(input[i] - d->zero_point) * d->scale;
    }
}
