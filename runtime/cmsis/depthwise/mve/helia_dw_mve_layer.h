/* SPDX-License-Identifier: Apache-2.0 */

/* What the parts of the 3x3 depthwise convolution packed for MVE agree on. */
#ifndef HELIA_DW_MVE_LAYER_H
#define HELIA_DW_MVE_LAYER_H

#include <stdint.h>

/*
 * Eight outputs of a channel with stride 1: two patches of 2 x 2 outputs, each by the four words it
 * consists of. Then where the outputs go: first of the one, first of the other, second of the one,
 * ...; those of a patch count row by row.
 */
typedef struct {
    uint32_t patches[2][4];
    uint16_t outputs[8];
} helia_dw_mve_squares_t;

/*
 * Eight outputs of the last column of an odd number: the left two outputs of four patches. They go:
 * first of patches 0 and 2, second of patches 0 and 2, first of patches 1 and 3, second of them.
 */
typedef struct {
    uint32_t patches[4][4];
    uint16_t outputs[8];
} helia_dw_mve_columns_t;

/*
 * With stride 2: four pairs of outputs side by side, by the word that the patch of the first begins
 * with. The outputs go: first of pairs 0 and 2, second of pairs 0 and 2, first of pairs 1 and 3,
 * ...
 */
typedef struct {
    uint32_t pairs[4];
    uint16_t outputs[8];
} helia_dw_mve_pairs_t;

/* One band of rows of up to 16 channels; the order is that of the assembler. */
typedef struct {
    const void *table; /* of squares, then columns, or of pairs */
    uint32_t entries; /* without the columns */
    uint32_t columns;
    uint32_t channels;
    int32_t offset; /* of the output; under a ReLU -128 */
    int8_t *output;
    const int32_t *params; /* bias, multiplier, shift or addend per channel */
    const int8_t *weights; /* nine per channel, by column, then row */
    const int8_t *band; /* [row group][column][channel][4 rows] */
    uint32_t stride; /* not read by the bodies made for one, like the form */
    uint32_t form;
} helia_dw_mve_band_t;

typedef void helia_dw_mve_tile_t(const helia_dw_mve_band_t *b);

#endif /* HELIA_DW_MVE_LAYER_H */
