/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_clamp_mve.h"
#include "helia_fc_line_mve.h"
#include "helia_fc_octets_mve.h"
#include "helia_fc_pad_mve.h"
#include "helia_fc_right_mve.h"
#include "helia_fc_rows_mve.h"
#include "helia_fc_tile_mve.h"
#include "helia_forms_mve.h"
#include "helia_kernels.h"
#include "helia_move_mve.h"
#include "helia_runtime.h"

enum { OCTET = 8, MOST_OCTETS = 32, QUANT_WORDS = 16 };

/* The even channels of the octets come first in acc, then the odd ones. */
static void requantize(const helia_fully_connected_s8_mve_t *d, const int32_t *acc, uint32_t octets,
                       const int32_t *quant, int8_t *output)
{
#if defined(__ARM_FEATURE_MVE)
    if (d->form == HELIA_FORM_LINEAR_4) {
        helia_fc_line_mve(acc, octets, quant, output);
        return;
    }
    if (d->form == HELIA_FORM_RIGHT) {
        helia_fc_right_mve(acc, octets, quant, output, d->output_offset);
        return;
    }
#endif
    helia_fc_octets_mve(d, acc, octets, quant, output);
}

/* The last channels, fewer than eight. */
static void last_channels(const helia_fully_connected_s8_mve_t *d, const int8_t *x,
                          const int8_t *weights, const int32_t *bias, const int32_t *quant,
                          int32_t *acc, int8_t *output)
{
    const uint32_t n = d->outputs % OCTET;
    int8_t results[OCTET];

    helia_fc_rows_mve(x, weights, acc, n, bias, d->depth);
    requantize(d, acc, 1, quant, results);
    helia_copy_mve(output, results, n);
}

/* n octets of channels of a row. */
static void some_octets(const helia_fully_connected_s8_mve_t *d, const int8_t *x,
                        const int8_t *weights, const int32_t *bias, const int32_t *quant,
                        int32_t *acc, uint32_t n, int8_t *output)
{
    helia_expect_aligned(x, 4);
    helia_expect_aligned(weights, 4);
    helia_expect_aligned(acc, 4);
    helia_fc_tile_mve(x, weights, acc, n, bias, d->depth);
    requantize(d, acc, n, quant, output);
}

/* All channels of a row. */
static void whole_row(const helia_fully_connected_s8_mve_t *d, const int8_t *x,
                      const int8_t *weights, const int32_t *bias, int32_t *acc, int8_t *output)
{
    const int32_t *quant = bias + d->outputs;
    uint32_t n = 0;

    for (uint32_t octets = d->outputs / OCTET; octets > 0; octets -= n) {
        n = octets < MOST_OCTETS ? octets : MOST_OCTETS;
        some_octets(d, x, weights, bias, quant, acc, n, output);
        quant += d->per_channel ? n * QUANT_WORDS : 0;
        weights += OCTET * n * d->depth;
        bias += OCTET * n;
        output += OCTET * n;
    }
    if (d->outputs % OCTET != 0) {
        last_channels(d, x, weights, bias, quant, acc, output);
    }
}

/* One row after the other, of any depth. */
static void all_rows(const helia_fully_connected_s8_mve_t *d, const int8_t *input,
                     const int8_t *weights, const int32_t *params, int8_t *output, int8_t *scratch)
{
    int8_t *padded = scratch + d->padded_at;

    for (uint32_t row = 0; row < d->batches; ++row) {
        const int8_t *x = input;
        if (d->depth != d->inputs) {
            helia_fc_pad_mve(padded, input, d->inputs);
            x = padded;
        }
        whole_row(d, x, weights, params, (int32_t *)(void *)scratch, output);
        input += d->inputs;
        output += d->outputs;
    }
}

/*
 * Fully connected, a row of the batch at a time; d->single says that there is one, which needs no
 * padding, no second pass and no tail.
 *
 * Layout: weights in groups of eight rows, interleaved as helia_fc_tile_mve reads them, depth
 * padded with zeros, then the rows of the last outputs % 8 channels. n octets of channels, up to
 * 32, are n groups: first the even channels of all of them, then the odd ones. params: a bias per
 * channel in that order, then multipliers and shifts (or addends of lines; eight each, even
 * channels first) per octet, or once.
 * Accumulator: 32 bits, wrapping, the input zero point folded into the bias. Rounding: see
 * helia_requant_mve. Source of the arithmetic: the int8 reference kernel of TFLM.
 */
void helia_fully_connected_s8_mve(const helia_fully_connected_s8_mve_t *d, const int8_t *input,
                                  const int8_t *weights, const int32_t *params, int8_t *output,
                                  int8_t *scratch)
{
    const uint32_t octets = d->outputs / OCTET;

    if (d->single) {
        some_octets(d, input, weights, params, params + OCTET * octets, (int32_t *)(void *)scratch,
                    octets, output);
    } else {
        all_rows(d, input, weights, params, output, scratch);
    }
    helia_clamp_mve(output, (uint32_t)d->batches * d->outputs, d->act_min, d->act_max);
}
