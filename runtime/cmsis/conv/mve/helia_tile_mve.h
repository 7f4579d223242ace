/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The matrix tile, the product that every matrix kernel packed for MVE is made of.
 *
 * A block of output channels is eight: half A has the even ones (0, 2, 4, 6), half B the odd ones,
 * because a narrowing store interleaves two vectors for free. The last block may have fewer
 * channels than its weights, which are zero there.
 */
#ifndef HELIA_TILE_MVE_H
#define HELIA_TILE_MVE_H

#include <stdint.h>

enum { HELIA_BLOCK = 8 };

/* Positions at work; the assembler knows the order. */
typedef struct {
    const int8_t *x; /* n of them, `step` bytes apart, of `depth` bytes each */
    uint32_t n; /* at least 2 */
    const int8_t *w; /* of the next block of channels */
    const int32_t *params; /* of the same: bias (A4, B4), multipliers, shifts */
    int32_t *acc; /* [half][n][4] */
    uint32_t depth;
    uint32_t step;
    uint32_t used; /* positions whose results are asked for */
    int8_t *output; /* of the block */
    uint32_t stride; /* bytes from one position of the output to the next */
    int32_t offset;
    uint8_t form; /* of requantization */
    uint8_t lanes; /* channels of the block, 1 to 8 */
} helia_block_mve_t;

/*
 * acc = bias + sums over depth bytes of x times w, and w moves on to the next block; x, w, acc,
 * params and the step are word aligned. Bodies made for one depth and step do not look at them.
 */
typedef void helia_tile_mve_t(helia_block_mve_t *b);

/* The tile of any depth in portable C, where there is no MVE. */
helia_tile_mve_t helia_tile_mve;

#endif /* HELIA_TILE_MVE_H */
