/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_cmsis_nn.h"

/*
 * Softmax of rows, int8 to int8, by CMSIS-NN, which takes no context for it and does not fail.
 *
 * Layout: as the bundled kernel of the same name, whose results it gives.
 */
int32_t helia_softmax_s8(const helia_softmax_s8_t *d, const int8_t *input, int8_t *output)
{
    arm_softmax_s8(input, d->rows, d->depth, d->multiplier, d->shift, d->diff_min, output);
    return 0;
}
