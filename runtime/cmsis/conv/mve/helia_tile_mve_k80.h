/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_TILE_MVE_K80_H
#define HELIA_TILE_MVE_K80_H

#include "helia_tile_mve.h"

/* The tile of depth 80, in assembler. */
helia_tile_mve_t helia_tile_mve_k80;

#endif /* HELIA_TILE_MVE_K80_H */
