/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * Sum of a tensor and the single element of another.
 *
 * Layout: any, the same for input 1 and output; input 2 is one element, brought to the common scale
 * once. Accumulator: 32 bits, below 2^28. Rounding: two-step requantization of both inputs and of
 * the sum, then output offset and clamp. Source of the arithmetic: the int8 reference ADD of TFLM.
 */
void helia_add_scalar_s8(const helia_add_scalar_s8_t *d, const int8_t *input1, const int8_t *input2,
                         int8_t *output)
{
    const helia_add_scalar_s8_t p = *d; /* the output may alias anything, a local copy cannot */

    if (p.size == 0) {
        return;
    }
    const int32_t b = helia_requantize((input2[0] + p.input2_offset) * (1 << 20),
                                       p.input2_multiplier, p.input2_shift);

    for (int32_t i = 0; i < p.size; ++i) {
        const int32_t a = helia_requantize((input1[i] + p.input1_offset) * (1 << 20),
                                           p.input1_multiplier, p.input1_shift);
        output[i] = helia_requantize_s8(a + b, p.output_multiplier, p.output_shift, p.output_offset,
                                        p.act_min, p.act_max);
    }
}
