/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_REQUANT_MVE_LINEAR_H
#define HELIA_REQUANT_MVE_LINEAR_H

#include "helia_tile_mve.h"

/* Forms LINEAR_4 and LINEAR_2 of helia_requant_mve on whole blocks, in assembler. */
helia_tile_mve_t helia_requant_mve_linear_4;
helia_tile_mve_t helia_requant_mve_linear_2;

#endif /* HELIA_REQUANT_MVE_LINEAR_H */
