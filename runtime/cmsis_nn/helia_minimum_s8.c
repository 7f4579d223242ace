/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_cmsis_nn.h"

/*
 * The smaller elements of two tensors of one shape, by CMSIS-NN, which looks at no buffer for it.
 *
 * Layout: as the bundled kernel of the same name, whose results it gives.
 */
int32_t helia_minimum_s8(const helia_compare_s8_t *d, const int8_t *input1, const int8_t *input2,
                         int8_t *output)
{
    const cmsis_nn_context context = helia_context(NULL);
    const cmsis_nn_dims dims = helia_dims(1, 1, 1, d->size);

    return (int32_t)arm_minimum_s8(&context, input1, &dims, input2, &dims, output, &dims);
}
