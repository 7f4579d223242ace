/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_cmsis_nn.h"

/*
 * Depthwise convolution by CMSIS-NN, which chooses among its kernels for 3x3, one output channel
 * per input channel, one input channel and any window.
 *
 * Layout: as helia_depthwise_conv_2d_s8, whose results it gives; the bias is there. Buffer: what
 * the chosen kernel needs on this core, at least; NULL where it needs none.
 */
int32_t helia_depthwise_conv_2d_s8_ctx(const helia_depthwise_conv_2d_s8_ctx_t *d,
                                       const int8_t *input, const int8_t *weights,
                                       const int32_t *bias, const int32_t *multipliers,
                                       const int32_t *shifts, int8_t *output, int8_t *buffer)
{
    const cmsis_nn_context context = helia_context(buffer);
    const cmsis_nn_dw_conv_params params = {
        .input_offset = d->input_offset,
        .output_offset = d->output_offset,
        .ch_mult = d->depth_multiplier,
        .stride = helia_tile(d->stride_h, d->stride_w),
        .padding = helia_tile(d->pad_h, d->pad_w),
        .dilation = helia_tile(d->dilation_h, d->dilation_w),
        .activation = helia_activation(d->act_min, d->act_max),
    };
    const cmsis_nn_per_channel_quant_params quant = helia_per_channel(multipliers, shifts);
    const cmsis_nn_dims in = helia_dims(d->batches, d->input_h, d->input_w, d->input_c);
    const cmsis_nn_dims kernel = helia_dims(1, d->kernel_h, d->kernel_w, d->output_c);
    const cmsis_nn_dims one_each = helia_dims(1, 1, 1, d->output_c);
    const cmsis_nn_dims out = helia_dims(d->batches, d->output_h, d->output_w, d->output_c);

    return (int32_t)arm_depthwise_conv_wrapper_s8(&context, &params, &quant, &in, input, &kernel,
                                                  weights, &one_each, bias, &out, output);
}
