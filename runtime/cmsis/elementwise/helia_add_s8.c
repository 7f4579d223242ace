/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * Sum of two tensors of one shape.
 *
 * Layout: any, the same for all three. Input 1 is the one of the larger scale: on the common scale,
 * twice that with 20 spare bits, it is a shift by 19 and exact; input 2 is requantized to it.
 * Accumulator: 32 bits, below 2^28. Rounding: two-step requantization of input 2 and of the sum,
 * then output offset and clamp. Source of the arithmetic: the int8 reference ADD of TFLM.
 */
void helia_add_s8(const helia_add_s8_t *d, const int8_t *input1, const int8_t *input2,
                  int8_t *output)
{
    const helia_add_s8_t p = *d; /* the output may alias anything, a local copy cannot change */

    for (int32_t i = 0; i < p.size; ++i) {
        const int32_t a = (input1[i] + p.input1_offset) * (1 << 19);
        const int32_t b = helia_requantize((input2[i] + p.input2_offset) * (1 << 20),
                                           p.input2_multiplier, p.input2_shift);
        output[i] = helia_requantize_s8(a + b, p.output_multiplier, p.output_shift, p.output_offset,
                                        p.act_min, p.act_max);
    }
}
