/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Triples of columns at equal distances, widened and multiplied one after the other, in assembly
 * for cores with the DSP extension.
 */
#ifndef HELIA_CONV_DSP_TRIPLES_H
#define HELIA_CONV_DSP_TRIPLES_H

#include "helia_conv_dsp_pairs.h"
#include "helia_conv_dsp_widen.h"

#ifndef __ASSEMBLER__

/*
 * `count` triples, at least one; `input_step` and `output_step` are the bytes from one to the next.
 * Leaves the columns of `runs` and the output of `tile` where the next triple starts.
 */
void helia_conv_dsp_triples(helia_conv_dsp_runs_t *runs, helia_conv_dsp_tile_t *tile,
                            const int32_t *stream, int32_t count, int32_t input_step,
                            int32_t output_step);

#endif
#endif /* HELIA_CONV_DSP_TRIPLES_H */
