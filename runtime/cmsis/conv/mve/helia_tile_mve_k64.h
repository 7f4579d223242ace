/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_TILE_MVE_K64_H
#define HELIA_TILE_MVE_K64_H

#include "helia_tile_mve.h"

/* The tile of one depth and step, in assembler. */
helia_tile_mve_t helia_tile_mve_k64;

#endif /* HELIA_TILE_MVE_K64_H */
