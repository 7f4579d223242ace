/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_TILE_MVE_K16_H
#define HELIA_TILE_MVE_K16_H

#include "helia_tile_mve.h"

/* The tile of depth 16, in assembler. */
helia_tile_mve_t helia_tile_mve_k16;

#endif /* HELIA_TILE_MVE_K16_H */
