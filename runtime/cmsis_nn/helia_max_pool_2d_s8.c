/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_cmsis_nn.h"

/*
 * The largest element of every window, by CMSIS-NN, which looks at no buffer for it.
 *
 * Layout: as the bundled kernel of the same name, whose results it gives.
 */
int32_t helia_max_pool_2d_s8(const helia_max_pool_2d_s8_t *d, const int8_t *input, int8_t *output)
{
    const cmsis_nn_context context = helia_context(NULL);
    const cmsis_nn_pool_params params = {
        .stride = helia_tile(d->stride_h, d->stride_w),
        .padding = helia_tile(d->pad_h, d->pad_w),
        .activation = helia_activation(d->act_min, d->act_max),
    };
    const cmsis_nn_dims in = helia_dims(d->batches, d->input_h, d->input_w, d->channels);
    const cmsis_nn_dims window = helia_dims(1, d->kernel_h, d->kernel_w, 1);
    const cmsis_nn_dims out = helia_dims(d->batches, d->output_h, d->output_w, d->channels);

    return (int32_t)arm_max_pool_s8(&context, &params, &in, input, &window, &out, output);
}
