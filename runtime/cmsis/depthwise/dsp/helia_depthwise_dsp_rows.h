/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rows of output of 3x3 depthwise convolutions, in assembly for cores with the DSP extension.
 * The ring they are computed from: helia_depthwise_dsp_pack.h.
 *
 * The stream, in words, for each channel: one word per kernel column of bytes w0, w1, w1, w2 (the
 * rows), of which SXTB16 makes the pairs (w0, w1) and (w1, w2); multiplier, addend and bias; the
 * shift where the form is rounded.
 */
#ifndef HELIA_DEPTHWISE_DSP_ROWS_H
#define HELIA_DEPTHWISE_DSP_ROWS_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

/* Computes the rows of output that the ring holds the input of, of up to four channels. */
typedef struct {
    const int32_t *stream;
    const int32_t *ring; /* the word of the first pair at x = 0 */
    int8_t *output;
    int32_t row; /* bytes from one row of output to the next */
    int32_t step; /* bytes from one column of the output to the next */
    int32_t width; /* columns of output */
    int32_t plane; /* bytes of one channel of the ring */
    int32_t channels;
    int32_t twos; /* turns of two rows (stride 1) */
    int32_t ones; /* turns of one row */
    int32_t stride;
    int32_t form;
} helia_depthwise_dsp_rows_t;

void helia_depthwise_dsp_rows(const helia_depthwise_dsp_rows_t *rows);

#endif
#endif /* HELIA_DEPTHWISE_DSP_ROWS_H */
