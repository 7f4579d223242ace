/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_cmsis_nn.h"

/*
 * Sum of two tensors of one shape, by CMSIS-NN, which takes no context for it.
 *
 * Layout: as the bundled kernel of the same name, whose results it gives. Input 1 is the one of the
 * larger scale, which is one half on the common scale: a multiplier of 2^30 without a shift.
 */
int32_t helia_add_s8(const helia_add_s8_t *d, const int8_t *input1, const int8_t *input2,
                     int8_t *output)
{
    return (int32_t)arm_elementwise_add_s8(input1, input2, d->input1_offset, INT32_C(1) << 30, 0,
                                           d->input2_offset, d->input2_multiplier, d->input2_shift,
                                           20, output, d->output_offset, d->output_multiplier,
                                           d->output_shift, d->act_min, d->act_max, d->size);
}
