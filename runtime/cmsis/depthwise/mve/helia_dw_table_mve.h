/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_TABLE_MVE_H
#define HELIA_DW_TABLE_MVE_H

#include "helia_dw_mve_layer.h"
#include "helia_kernels.h"

/* Writes the table of a band of `rows` rows of output, and how many entries it has. */
void helia_dw_table_mve(const helia_depthwise_conv_2d_s8_mve_t *d, int32_t rows, int8_t *table,
                        helia_dw_mve_band_t *b);

#endif /* HELIA_DW_TABLE_MVE_H */
