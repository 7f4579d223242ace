/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * int8 of one scale and zero point to int8 of another.
 *
 * Layout: any, the same for input and output. Accumulator: 32 bits, wrapping. Rounding: two-step
 * requantization, then output offset, saturated. Source of the arithmetic: the reference
 * QUANTIZE of TFLM.
 */
void helia_quantize_s8_s8(const helia_quantize_s8_s8_t *d, const int8_t *input, int8_t *output)
{
    const helia_quantize_s8_s8_t p = *d; /* the output may alias anything, a local copy cannot */

    for (int32_t i = 0; i < p.size; ++i) {
        const int32_t x = input[i] + p.input_offset;
        output[i] =
            helia_requantize_s8(x, p.multiplier, p.shift, p.output_offset, INT8_MIN, INT8_MAX);
    }
}
