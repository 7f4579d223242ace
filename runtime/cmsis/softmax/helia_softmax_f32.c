/* SPDX-License-Identifier: Apache-2.0 */

#include <float.h>

#include "helia_exp_f32.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

/* The largest element that is a number; an infinite one counts if it is positive. */
static float softmax_f32_largest(const float *x, int32_t depth)
{
    float largest = -FLT_MAX;

    for (int32_t i = 0; i < depth; ++i) {
        largest = largest < x[i] ? x[i] : largest;
    }
    return largest;
}

/*
 * exp(beta * (x - max)) over the sum of these, along the last axis.
 *
 * Layout: input and output [row][depth]; the output holds the exponentials until they are divided.
 * Accumulator: float, in the order of the elements. Rounding: of every operation. Source of the
 * arithmetic: the float reference SOFTMAX of TFLM; exponentials are those of helia_exp_f32.
 */
void helia_softmax_f32(const helia_softmax_f32_t *d, const float *input, float *output)
{
    for (int32_t row = 0; row < d->rows; ++row) {
        const float largest = softmax_f32_largest(input, d->depth);
        float sum = 0.0f;

        for (int32_t i = 0; i < d->depth; ++i) {
            output[i] = helia_exp_f32((input[i] - largest) * d->beta);
            sum += output[i];
        }
        for (int32_t i = 0; i < d->depth; ++i) {
            output[i] = output[i] / sum;
        }
        input += d->depth;
        output += d->depth;
    }
}
