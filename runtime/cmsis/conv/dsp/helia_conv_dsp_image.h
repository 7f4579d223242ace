/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One image of a convolution on pair-packed weights, for cores with the DSP extension: gathers
 * columns and hands them to the assembly of helia_conv_dsp_pairs.h, three at a time.
 */
#ifndef HELIA_CONV_DSP_IMAGE_H
#define HELIA_CONV_DSP_IMAGE_H

#include "helia_dsp.h"
#include "helia_kernels.h"

/* A sum without its bias; `end` is the slot's place in the biases after the parts. */
static inline int8_t helia_conv_dsp_finish(const helia_conv_2d_s8_dsp_t *d, int32_t sum,
                                           const int32_t *end)
{
    return helia_requantize_s8(helia_wrapping_add(sum, end[0]), end[d->slots], end[2 * d->slots],
                               d->output_zero, -128, 127);
}

void helia_conv_dsp_image(const helia_conv_2d_s8_dsp_t *d, const int8_t *input,
                          const int32_t *stream, int8_t *output, int32_t *scratch);

#endif /* HELIA_CONV_DSP_IMAGE_H */
