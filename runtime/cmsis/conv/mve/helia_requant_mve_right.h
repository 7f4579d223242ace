/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_REQUANT_MVE_RIGHT_H
#define HELIA_REQUANT_MVE_RIGHT_H

#include "helia_tile_mve.h"

/* Form RIGHT of helia_requant_mve on whole blocks, in assembler. */
helia_tile_mve_t helia_requant_mve_right;

#endif /* HELIA_REQUANT_MVE_RIGHT_H */
