/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_cmsis_nn.h"

/*
 * Rows of the input times a matrix of one scale, by CMSIS-NN, on cores without MVE.
 *
 * Layout: as the bundled kernel of the same name, whose results it gives. No buffer is looked at.
 */
int32_t helia_fully_connected_s8(const helia_fully_connected_s8_t *d, const int8_t *input,
                                 const int8_t *weights, const int32_t *bias, int8_t *output)
{
    const cmsis_nn_context context = helia_context(NULL);
    const cmsis_nn_fc_params params = {
        .input_offset = d->input_offset,
        .filter_offset = d->filter_offset,
        .output_offset = d->output_offset,
        .activation = helia_activation(d->act_min, d->act_max),
    };
    const cmsis_nn_per_tensor_quant_params quant = {.multiplier = d->multiplier, .shift = d->shift};
    const cmsis_nn_dims in = helia_dims(d->batches, 1, 1, d->depth);
    const cmsis_nn_dims kernel = helia_dims(d->depth, 1, 1, d->units);
    const cmsis_nn_dims one_each = helia_dims(1, 1, 1, d->units);
    const cmsis_nn_dims out = helia_dims(d->batches, 1, 1, d->units);

    return (int32_t)arm_fully_connected_s8(&context, &params, &quant, &in, input, &kernel, weights,
                                           &one_each, bias, &out, output);
}
