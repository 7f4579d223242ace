/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

/*
 * The larger elements of two tensors of one shape.
 *
 * Layout: any, the same for all three. Comparison of the integers as they are, exact. Source of the
 * arithmetic: the int8 reference MAXIMUM of TFLM.
 */
void helia_maximum_s8(const helia_compare_s8_t *d, const int8_t *input1, const int8_t *input2,
                      int8_t *output)
{
    const int32_t size = d->size;

    for (int32_t i = 0; i < size; ++i) {
        output[i] = (int8_t)helia_max(input1[i], input2[i]);
    }
}
