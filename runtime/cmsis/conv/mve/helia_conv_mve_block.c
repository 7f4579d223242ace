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
    helia_block_mve_t *b = &c->block;

    helia_expect_aligned(x, 4);
    helia_expect_aligned(x + d->step, 4);
    helia_expect_aligned(c->weights, 4);
    helia_expect_aligned(b->acc, 4);
    b->x = x;
    b->n = rows;
    b->used = n;
    b->w = c->weights;
    b->params = c->params;
    b->output = c->output;
    for (uint32_t blocks = d->output_c / HELIA_BLOCK; blocks > 0; --blocks) {
        c->tile(b);
        c->requantize(b);
    }
    if (d->output_c % HELIA_BLOCK != 0) {
        b->lanes = d->output_c % HELIA_BLOCK;
        c->tile(b);
        helia_requant_mve(b);
        b->lanes = HELIA_BLOCK;
    }
    c->output += n * d->output_c;
}
