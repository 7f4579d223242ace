/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_cmsis_nn.h"

/*
 * Product of two tensors of one shape, by CMSIS-NN, which takes no context for it.
 *
 * Layout: as the bundled kernel of the same name, whose results it gives.
 */
int32_t helia_mul_s8(const helia_mul_s8_t *d, const int8_t *input1, const int8_t *input2,
                     int8_t *output)
{
    return (int32_t)arm_elementwise_mul_s8(input1, input2, d->input1_offset, d->input2_offset,
                                           output, d->output_offset, d->output_multiplier,
                                           d->output_shift, d->act_min, d->act_max, d->size);
}
