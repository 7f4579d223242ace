/* SPDX-License-Identifier: Apache-2.0 */

/* Sums over a window of sixteen channels, in assembly for cores with the DSP extension. */
#ifndef HELIA_SUM_DSP_H
#define HELIA_SUM_DSP_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

/* At most 255 elements, so that a sum fits 16 bits; rows and columns at least one. */
typedef struct {
    const int8_t *from;
    int32_t column; /* bytes from one column to the next, from the end of a row to the next */
    int32_t row;
    int32_t columns;
    int32_t rows;
} helia_sum_dsp_t;

/* The sums of channels 0, 2, 1, 3, 4, 6, 5, 7, ... */
void helia_sum_dsp(const helia_sum_dsp_t *window, int16_t *sums);

#endif
#endif /* HELIA_SUM_DSP_H */
