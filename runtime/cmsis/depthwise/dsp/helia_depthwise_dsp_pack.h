/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Pairs of input rows for 3x3 depthwise convolutions, packed in assembly for cores with the DSP
 * extension.
 *
 * The ring, for each of four channels: pairs of input rows (2p, 2p + 1) as words of two int16, at
 * word 4 x + p of the channel's plane, x counted from the padding's left edge. The words of pairs p
 * and p + 1 at one x stand side by side, and pair p + 4 overwrites what pair p has no use for: four
 * pairs are there at a time, enough for three turns of two rows of output, or one with stride 2.
 */
#ifndef HELIA_DEPTHWISE_DSP_PACK_H
#define HELIA_DEPTHWISE_DSP_PACK_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

/* Which rows of a pair lie inside the image. */
enum {
    HELIA_DEPTHWISE_DSP_BOTH = 0,
    HELIA_DEPTHWISE_DSP_FIRST = 1,
    HELIA_DEPTHWISE_DSP_SECOND = 2
};

/* Packs pairs of rows of four channels into the ring. */
typedef struct {
    const int8_t *from; /* the first row inside the image */
    int32_t distance; /* bytes from one row to the next */
    int32_t *ring;
    int32_t left; /* columns of zero points, of the image, of zero points */
    int32_t width;
    int32_t right;
    int32_t step; /* bytes from one column of the image to the next */
    int32_t plane; /* bytes of one channel of the ring */
    int32_t rows;
    int32_t zeros; /* the input's zero point in both halves */
    int32_t zero_bytes; /* in all bytes */
    int32_t pairs; /* at least one; alike in their rows */
} helia_depthwise_dsp_pack_t;

void helia_depthwise_dsp_pack(const helia_depthwise_dsp_pack_t *pack);

#endif
#endif /* HELIA_DEPTHWISE_DSP_PACK_H */
