/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the C and the assembly of FULLY_CONNECTED on pair-packed weights agree on.
 *
 * The stream, in words, for each block of four units a, b, c, d: for every step (two inputs) the
 * weight words of (a, b) and of (c, d), as helia_conv_dsp_pairs.h describes them, and behind those
 * of the first two steps the biases of a, of c, of a + 256 b, of c + 256 d; then the requantization
 * of a, b, c, d: multiplier and addend, and a shift where the form is rounded. Inputs are filled up
 * with zero weights. Blocks stand in segments, as in helia_conv_dsp_pairs.h: a unit without a
 * partner has zeros beside it, a later segment or nothing in their place.
 * Raw: the depth is cut into parts, all blocks of the first come first, with biases of zero and no
 * requantization; after the last part all biases, all multipliers and all shifts of the reference,
 * in the order of the blocks.
 */
#ifndef HELIA_FULLY_CONNECTED_DSP_H
#define HELIA_FULLY_CONNECTED_DSP_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

/* One call of the inner loop: all inputs, or a part of them, and a range of blocks. */
typedef struct {
    const int32_t *inputs; /* words of two inputs */
    void *output; /* int8_t, or int32_t that is added to where the form is raw */
    const void *output_end;
    const int32_t *inputs_end;
    int32_t groups; /* of four steps, at least one */
    int32_t form;
} helia_fully_connected_dsp_t;

/* Returns where the stream goes on. */
const int32_t *helia_fully_connected_dsp(const helia_fully_connected_dsp_t *blocks,
                                         const int32_t *stream);

#endif
#endif /* HELIA_FULLY_CONNECTED_DSP_H */
