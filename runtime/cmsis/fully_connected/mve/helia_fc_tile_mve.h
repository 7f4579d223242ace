/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_FC_TILE_MVE_H
#define HELIA_FC_TILE_MVE_H

#include <stdint.h>

/*
 * acc[n][8] = bias[n][8] + x[depth] * w, n >= 1; depth is a multiple of 16, and everything is word
 * aligned. The weights come in panels of 128 bytes of depth, the first of what that leaves over:
 * [n][chunks of the panel][8][16] each.
 */
void helia_fc_tile_mve(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n,
                       const int32_t *bias, uint32_t depth);

#endif /* HELIA_FC_TILE_MVE_H */
