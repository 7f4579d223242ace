/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_MVE_S2_LINEAR_2_H
#define HELIA_DW_MVE_S2_LINEAR_2_H

#include "helia_dw_mve_layer.h"

/* The tile of stride 2 and form linear_2, in assembler. */
helia_dw_mve_tile_t helia_dw_mve_s2_linear_2;

#endif /* HELIA_DW_MVE_S2_LINEAR_2_H */
