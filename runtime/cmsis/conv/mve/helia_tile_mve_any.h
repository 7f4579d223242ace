/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_TILE_MVE_ANY_H
#define HELIA_TILE_MVE_ANY_H

#include "helia_tile_mve.h"

/* The tile of any depth that is a multiple of 16, in assembler. */
helia_tile_mve_t helia_tile_mve_any;

#endif /* HELIA_TILE_MVE_ANY_H */
