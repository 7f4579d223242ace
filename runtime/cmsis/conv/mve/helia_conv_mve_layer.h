/* SPDX-License-Identifier: Apache-2.0 */

/* What the parts of the convolution packed for MVE agree on. */
#ifndef HELIA_CONV_MVE_LAYER_H
#define HELIA_CONV_MVE_LAYER_H

#include "helia_kernels.h"
#include "helia_tile_mve.h"

/* Where the rows of depth of a position come from. */
enum {
    HELIA_CONV_DIRECT = 0, /* 1x1 without stride: they are the input */
    HELIA_CONV_WINDOW = 1, /* gathered from a band: padded rows under a few outputs side by side */
    HELIA_CONV_RUNS = 2, /* copied tap by tap, or row by row of the kernel where that is a run */
    HELIA_CONV_COLUMNS = 3 /* they are a band, which is stored column by column */
};

/* One layer at work: what its parts hand to each other. */
typedef struct {
    const helia_conv_2d_s8_mve_t *d;
    const int8_t *weights;
    const int32_t *params;
    const uint8_t *offsets;
    int8_t *output; /* of the next position */
    int8_t *scratch;
    helia_tile_mve_t *tile;
    helia_tile_mve_t *requantize; /* of whole blocks of channels */
    helia_block_mve_t block;
} helia_conv_mve_t;

/* One image, by way of a scratch. */
typedef void helia_conv_mve_image_t(helia_conv_mve_t *c, const int8_t *image);

#endif /* HELIA_CONV_MVE_LAYER_H */
