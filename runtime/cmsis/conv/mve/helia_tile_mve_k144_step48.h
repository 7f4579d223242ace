/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_TILE_MVE_K144_STEP48_H
#define HELIA_TILE_MVE_K144_STEP48_H

#include "helia_tile_mve.h"

/* The tile of depth 144 and step 48, in assembler. */
helia_tile_mve_t helia_tile_mve_k144_step48;

#endif /* HELIA_TILE_MVE_K144_STEP48_H */
