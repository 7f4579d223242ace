/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_clamp_mve.h"
#include "helia_fc_octets_mve.h"
#include "helia_fc_pad_mve.h"
#include "helia_fc_rows_mve.h"
#include "helia_kernels.h"
#include "helia_move_mve.h"
#include "helia_runtime.h"

enum { OCTET = 8 };

/*
 * Fully connected of fewer than eight channels, a row of the batch at a time.
 *
 * Layout: rows of weights as in the model, depth padded with zeros to a multiple of 16; params: a
 * bias per channel, then eight multipliers and shifts, even channels first.
 * Accumulator: 32 bits, wrapping, the input zero point folded into the bias. Rounding: see
 * helia_requant_mve. Source of the arithmetic: the int8 reference kernel of TFLM.
 */
void helia_fully_connected_s8_mve_few(const helia_fully_connected_s8_mve_t *d, const int8_t *input,
                                      const int8_t *weights, const int32_t *params, int8_t *output,
                                      int8_t *scratch)
{
    int32_t *acc = (int32_t *)(void *)scratch;
    int8_t *padded = scratch + d->padded_at;
    int8_t *out = output;
    int8_t results[OCTET];

    helia_expect_aligned(acc, 4);
    for (uint32_t row = 0; row < d->batches; ++row) {
        const int8_t *x = input;
        if (d->depth != d->inputs) {
            helia_fc_pad_mve(padded, input, d->inputs);
            x = padded;
        }
        helia_fc_rows_mve(x, weights, acc, d->outputs, params, d->depth);
        helia_fc_octets_mve(d, acc, 1, params + d->outputs, results);
        helia_copy_mve(out, results, d->outputs);
        input += d->inputs;
        out += d->outputs;
    }
    helia_clamp_mve(output, (uint32_t)d->batches * d->outputs, d->act_min, d->act_max);
}
