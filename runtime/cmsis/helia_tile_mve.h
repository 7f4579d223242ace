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

/*
 * acc[half][n][4] = bias[half][4] + sums over depth bytes of x times w, for n >= 2 positions that
 * lie `step` bytes apart; x, w, acc, bias and the step are word aligned. Bodies made for one depth
 * and step do not look at them.
 */
typedef void helia_tile_mve_t(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n,
                              const int32_t *bias, uint32_t depth, uint32_t step);

/* The tile of any depth in portable C, where there is no MVE. */
void helia_tile_mve(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n, const int32_t *bias,
                    uint32_t depth, uint32_t step);

#endif /* HELIA_TILE_MVE_H */
