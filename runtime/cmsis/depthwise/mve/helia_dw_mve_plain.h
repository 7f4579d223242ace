/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_MVE_PLAIN_H
#define HELIA_DW_MVE_PLAIN_H

#include "helia_dw_mve_layer.h"

/* The tile of both strides and any form in portable C, where there is no MVE. */
helia_dw_mve_tile_t helia_dw_mve_plain;

#endif /* HELIA_DW_MVE_PLAIN_H */
