/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_REQUANT_MVE_RELU_H
#define HELIA_REQUANT_MVE_RELU_H

#include "helia_tile_mve.h"

/* One form of helia_requant_mve on whole blocks, in assembler. */
helia_tile_mve_t helia_requant_mve_relu;

#endif /* HELIA_REQUANT_MVE_RELU_H */
