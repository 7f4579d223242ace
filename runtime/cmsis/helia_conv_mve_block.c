/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_mve_block.h"
#include "helia_requant_mve.h"
#include "helia_runtime.h"

/*
 * A block of positions: for every eight output channels the accumulators of all positions, which
 * are requantized together. The accumulators lie at the start of the scratch.
 */
void helia_conv_mve_block(helia_conv_mve_t *c, const int8_t *x, uint32_t n, uint32_t rows)
{
    const helia_conv_2d_s8_mve_t *d = c->d;
    const int8_t *w = c->weights;
    const int32_t *params = c->params;
    int32_t *acc = (int32_t *)(void *)c->scratch;
    helia_requant_mve_t r = {c->output, d->output_c, d->output_offset, d->form, HELIA_BLOCK};

    helia_expect_aligned(x, 4);
    helia_expect_aligned(x + d->step, 4);
    helia_expect_aligned(w, 4);
    helia_expect_aligned(acc, 4);
    for (uint32_t left = d->output_c; left > 0; left -= r.lanes) {
        if (left < HELIA_BLOCK) {
            r.lanes = (uint8_t)left;
        }
        c->tile(x, w, acc, rows, params, d->depth, d->step);
        helia_requant_mve(&r, acc, n, rows, params + HELIA_BLOCK);
        w += HELIA_BLOCK * d->depth;
        params += HELIA_CONV_WORDS;
        r.output += HELIA_BLOCK;
    }
    c->output += n * d->output_c;
}
