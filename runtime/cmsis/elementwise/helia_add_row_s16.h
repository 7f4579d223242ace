/* SPDX-License-Identifier: Apache-2.0 */

/* One row of a sum of int16. */
#ifndef HELIA_ADD_ROW_S16_H
#define HELIA_ADD_ROW_S16_H

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * The innermost loop; each operand may stay on one element.
 *
 * Zero points are 0. Input 1 is the one of the larger scale: on the common scale, twice that with
 * 15 spare bits, it is a shift by 14 and exact; input 2 is requantized to it. Accumulator: 32 bits,
 * which two numbers below 2^30 do not leave. Rounding: two-step requantization of input 2 and of
 * the sum, then clamp. Source of the arithmetic: the int16 reference ADD of TFLM.
 */
static inline void helia_add_row_s16(const helia_add_s16_t *d, const int16_t *input1,
                                     const int16_t *input2, int16_t *output)
{
    const helia_add_s16_t p = *d; /* the output may alias anything, a local copy cannot change */

    for (int32_t i = 0; i < p.sizes[5]; ++i) {
        const int32_t a = *input1 * (1 << 14);
        const int32_t b =
            helia_requantize(*input2 * (1 << 15), p.input2_multiplier, p.input2_shift);
        const int32_t y = helia_requantize(a + b, p.output_multiplier, p.output_shift);
        output[i] = (int16_t)helia_clamp(y, p.act_min, p.act_max);
        input1 += p.strides1[5];
        input2 += p.strides2[5];
    }
}

#endif /* HELIA_ADD_ROW_S16_H */
