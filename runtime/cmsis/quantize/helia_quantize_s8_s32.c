/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * int8 of one scale and zero point to int32 of another.
 *
 * Layout: any, the same for input and output. Accumulator: 32 bits, wrapping. Rounding: two-step
 * requantization, then output offset, both wrapping. Source of the arithmetic: the reference
 * QUANTIZE of TFLM.
 */
void helia_quantize_s8_s32(const helia_quantize_s8_s32_t *d, const int8_t *input, int32_t *output)
{
    const helia_quantize_s8_s32_t p = *d; /* the output may alias anything, a local copy cannot */

    for (int32_t i = 0; i < p.size; ++i) {
        const int32_t x = input[i] + p.input_offset;
        const int32_t y = helia_requantize(x, p.multiplier, p.shift);
        output[i] = helia_wrapping_add(y, p.output_offset);
    }
}
