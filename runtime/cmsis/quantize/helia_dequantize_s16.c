/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"

/*
 * int16 to real numbers.
 *
 * Layout: any, the same for input and output. Rounding: one float32 product of exact factors, which
 * is the reference's double product rounded once. Source of the arithmetic: the reference
 * DEQUANTIZE of TFLM.
 */
void helia_dequantize_s16(const helia_dequantize_s16_t *d, const int16_t *input, float *output)
{
    for (int32_t i = 0; i < d->size; ++i) {
        output[i] = (float)(input[i] - d->zero_point) * d->scale;
    }
}
