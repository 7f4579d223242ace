/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_limits.h"
#include "helia_runtime.h"

/*
 * Integers of one scale and zero point to integers of another.
 *
 * Layout: any, the same for input and output. Accumulator: 32 bits, wrapping. Rounding: two-step
 * requantization, then output offset, saturated to the output's type. Source of the arithmetic: the
 * reference QUANTIZE of TFLM.
 *
 * Instances: helia_quantize_{FROM}_{TO}
 *   FROM: s8 = int8_t, u8 = uint8_t, s16 = int16_t, s32 = int32_t
 *   TO: s8 = int8_t, u8 = uint8_t, s16 = int16_t, s32 = int32_t
 */
#define HELIA_FROM int8_t
#define HELIA_TO int8_t

void helia_quantize_s8_s8(const helia_quantize_s8_s8_t *d, const HELIA_FROM *input,
                          HELIA_TO *output)
{
    const helia_quantize_s8_s8_t p = *d; /* the output may alias anything, a local copy cannot */

    for (int32_t i = 0; i < p.size; ++i) {
        const int32_t x = helia_wrapping_add(input[i], p.input_offset);
        const int32_t y = helia_requantize(x, p.multiplier, p.shift);

        output[i] = (HELIA_TO)helia_clamp(helia_wrapping_add(y, p.output_offset),
                                          HELIA_LEAST(HELIA_TO), HELIA_MOST(HELIA_TO));
    }
}
