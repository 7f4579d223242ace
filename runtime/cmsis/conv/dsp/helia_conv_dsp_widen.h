/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs of bytes of three columns as interleaved int16 pairs, as helia_conv_dsp_pairs.h wants them,
 * in assembly for cores with the DSP extension.
 */
#ifndef HELIA_CONV_DSP_WIDEN_H
#define HELIA_CONV_DSP_WIDEN_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

/* The same runs of three columns, widened one after the other. */
typedef struct {
    const int8_t *column[3];
    int32_t next; /* of the assembly, like turns */
    int32_t turns;
    const void *entry; /* NULL before the first call, then of the assembly */
    int32_t runs;
    int16_t *tail; /* where the byte after the words of the first run goes, or NULL */
    int32_t distance; /* bytes from one run to the next */
    int32_t words; /* of a run */
    int32_t paired; /* words are even in number, and all runs start on words */
} helia_conv_dsp_runs_t;

/* Returns the end of the words it wrote. Distance, words and paired stay what they were. */
int32_t *helia_conv_dsp_widen(helia_conv_dsp_runs_t *runs, int32_t *columns);

#endif
#endif /* HELIA_CONV_DSP_WIDEN_H */
