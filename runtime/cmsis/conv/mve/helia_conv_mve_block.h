/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_CONV_MVE_BLOCK_H
#define HELIA_CONV_MVE_BLOCK_H

#include "helia_conv_mve_layer.h"

/* All channels of n positions whose rows of depth stand in x; `rows` >= n of them are there. */
void helia_conv_mve_block(helia_conv_mve_t *c, const int8_t *x, uint32_t n, uint32_t rows);

#endif /* HELIA_CONV_MVE_BLOCK_H */
