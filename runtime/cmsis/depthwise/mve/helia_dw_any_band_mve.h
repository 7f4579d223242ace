/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_ANY_BAND_MVE_H
#define HELIA_DW_ANY_BAND_MVE_H

#include "helia_kernels.h"

/*
 * The band under some rows of outputs, for 16 channels of the input:
 * [unit][column % stride][row of outputs][column / stride][channel][4]. A unit is four rows under a
 * kernel; or, where d->across is set, one row and what is 1, 2 and 3 taps to the right of it.
 */
typedef struct {
    const int8_t *image;
    int8_t *scratch; /* the band comes first */
    int32_t x; /* of the first output */
    uint32_t channel; /* the first of the input */
    uint32_t channels; /* up to 16 */
} helia_dw_any_band_mve_t;

/* Fills the band for rows of outputs from y on; helia_dw_any_open_mve comes before the first. */
void helia_dw_any_band_mve(const helia_depthwise_any_s8_mve_t *d, const helia_dw_any_band_mve_t *b,
                           int32_t y);

#endif /* HELIA_DW_ANY_BAND_MVE_H */
