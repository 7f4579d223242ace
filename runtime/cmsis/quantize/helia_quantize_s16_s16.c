/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * int16 of one scale and zero point to int16 of another.
 *
 * Layout: any, the same for input and output. Accumulator: 32 bits, wrapping. Rounding: two-step
 * requantization, then output offset, saturated. Source of the arithmetic: the reference
 * QUANTIZE of TFLM.
 */
void helia_quantize_s16_s16(const helia_quantize_s16_s16_t *d, const int16_t *input,
                            int16_t *output)
{
    const helia_quantize_s16_s16_t p = *d; /* the output may alias anything, a local copy cannot */

    for (int32_t i = 0; i < p.size; ++i) {
        const int32_t x = input[i] + p.input_offset;
        const int32_t y = helia_requantize(x, p.multiplier, p.shift);
        output[i] =
            (int16_t)helia_clamp(helia_wrapping_add(y, p.output_offset), INT16_MIN, INT16_MAX);
    }
}
