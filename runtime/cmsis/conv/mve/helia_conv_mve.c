/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_mve.h"
#include "helia_clamp_mve.h"
#include "helia_conv_mve_block.h"
#include "helia_requant_form_mve.h"

/* Positions one behind the other in the input; a last one alone is computed with the one before. */
static void conv_direct(helia_conv_mve_t *c, const int8_t *x, uint32_t positions)
{
    const helia_conv_2d_s8_mve_t *d = c->d;

    while (positions > 0) {
        uint32_t n = positions < d->block ? positions : d->block;
        if (n == 1) {
            c->output -= d->output_c;
            x -= d->depth;
            positions = n = 2;
        }
        helia_conv_mve_block(c, x, n, n);
        x += n * d->depth;
        positions -= n;
    }
}

/*
 * Convolution as a product of matrices: positions times channels, by tiles of 2 x 4.
 *
 * Layout: input and output NHWC; weights and params in blocks of eight output channels, see
 * helia_tile_mve.h; depth is kernel height x width x input channels, or width x height x
 * channels for a band of columns, padded with zero weights.
 * Accumulator: 32 bits, wrapping, the input zero point folded into the bias. Rounding: see
 * helia_requant_mve. Source of the arithmetic: the int8 reference convolution of TFLM.
 */
void helia_conv_mve(const helia_conv_2d_s8_mve_t *d, const int8_t *input, const int8_t *weights,
                    const int32_t *params, const uint8_t *offsets, int8_t *output, int8_t *scratch,
                    helia_tile_mve_t *tile, helia_conv_mve_image_t *take)
{
    const uint32_t positions = (uint32_t)d->output_h * d->output_w;
    const uint32_t image = (uint32_t)d->input_h * d->input_w * d->input_c;
    helia_conv_mve_t c = {d,
                          weights,
                          params,
                          offsets,
                          output,
                          scratch,
                          tile,
                          helia_requant_form_mve(d->form),
                          {input, 0, weights, params, (int32_t *)(void *)scratch, d->depth, d->step,
                           0, output, d->output_c, d->output_offset, d->form, HELIA_BLOCK}};

    if (d->mode == HELIA_CONV_DIRECT) {
        conv_direct(&c, input, d->batches * positions);
    } else {
        for (uint32_t i = 0; i < d->batches; ++i) {
            take(&c, input);
            input += image;
        }
    }
    helia_clamp_mve(output, d->batches * positions * d->output_c, d->act_min, d->act_max);
}
