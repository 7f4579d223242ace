/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * Product of two tensors of one shape.
 *
 * Layout: any, the same for all three. Accumulator: 32 bits, below 2^16 before it is rescaled.
 * Rounding: two-step requantization of the product, then output offset and clamp. Source of the
 * arithmetic: the int8 reference MUL of TFLM.
 */
void helia_mul_s8(const helia_mul_s8_t *d, const int8_t *input1, const int8_t *input2,
                  int8_t *output)
{
    const helia_mul_s8_t p = *d; /* the output may alias anything, a local copy cannot change */

    for (int32_t i = 0; i < p.size; ++i) {
        const int32_t product = (input1[i] + p.input1_offset) * (input2[i] + p.input2_offset);
        output[i] = helia_requantize_s8(product, p.output_multiplier, p.output_shift,
                                        p.output_offset, p.act_min, p.act_max);
    }
}
