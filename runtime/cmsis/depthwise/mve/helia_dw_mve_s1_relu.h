/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_MVE_S1_RELU_H
#define HELIA_DW_MVE_S1_RELU_H

#include "helia_dw_mve_layer.h"

/* The tile of one stride and form, in assembler. */
helia_dw_mve_tile_t helia_dw_mve_s1_relu;

#endif /* HELIA_DW_MVE_S1_RELU_H */
