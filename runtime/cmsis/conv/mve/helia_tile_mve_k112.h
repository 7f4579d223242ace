/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_TILE_MVE_K112_H
#define HELIA_TILE_MVE_K112_H

#include "helia_tile_mve.h"

/* The tile of depth 112, in assembler. */
helia_tile_mve_t helia_tile_mve_k112;

#endif /* HELIA_TILE_MVE_K112_H */
