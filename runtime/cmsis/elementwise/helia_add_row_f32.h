/* SPDX-License-Identifier: Apache-2.0 */

/* One row of a sum of float. */
#ifndef HELIA_ADD_ROW_F32_H
#define HELIA_ADD_ROW_F32_H

#include "helia_clamp_f32.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * The innermost loop; each operand may stay on one element.
 *
 * Rounding: once per sum, then clamp. Source of the arithmetic: the float reference ADD of TFLM.
 */
static inline void helia_add_row_f32(const helia_add_f32_t *d, const float *input1,
                                     const float *input2, float *output)
{
    const helia_add_f32_t p = *d; /* the output may alias anything, a local copy cannot change */

    for (int32_t i = 0; i < p.sizes[5]; ++i) {
        output[i] = helia_clamp_f32(*input1 + *input2, p.act_min, p.act_max);
        input1 += p.strides1[5];
        input2 += p.strides2[5];
    }
}

#endif /* HELIA_ADD_ROW_F32_H */
