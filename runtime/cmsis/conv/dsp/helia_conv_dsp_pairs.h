/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Three columns times pairs of output channels: the inner loop of convolutions on pair-packed
 * weights, in assembly for cores with the DSP extension.
 *
 * The stream of a layer, in words, for each pair (a, b) of output channels: the weight words of the
 * first two of `steps`, bias of a, bias of a + 256 b, the other weight words, then the
 * requantization: multiplier and addend of a, of b (linear), or multiplier, addend and shift of a,
 * of b (rounded). The bytes of a weight word are a0, b0', a1, b1' with b' = b - (a < 0): its halves
 * are a0 + 256 b0 and a1 + 256 b1.
 * Raw: the steps are cut into parts, all pairs of the first come first, with biases of zero and no
 * requantization; after the last part all biases, all multipliers and all shifts of the reference,
 * in the order of the pairs.
 *
 * Pairs stand in segments of neighbouring channels, of which a word ahead of all pairs gives the
 * first channel and, in its upper half, the one after the last. A channel that has no partner, or
 * whose partner does not fit a word beside it, is paired with zeros: a segment ends behind it, and
 * what is written for the zeros is overwritten by a later segment.
 *
 * The taps of a column: the kernel is cut into runs of contiguous input bytes, one per kernel row
 * (or per tap with a horizontal dilation), columns of the kernel first. Runs are words of four
 * bytes, of which the steps are (0, 2) and (1, 3). A run one byte longer than its words leaves
 * that byte to the tail: after all words, one byte per run, two in a step.
 */
#ifndef HELIA_CONV_DSP_PAIRS_H
#define HELIA_CONV_DSP_PAIRS_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

/* One call of the inner loop: three columns, a range of output channels. */
typedef struct {
    const int32_t *columns; /* [steps][3] words of two taps */
    const void *output_end; /* after the last channel of the first column, or the last sum */
    int32_t stride; /* output channels from one column to the next, and to the third */
    int32_t stride_two;
    void *output; /* int8_t, or int32_t [pair][a, b][3] that is added to where raw */
    const void *entries[3]; /* NULL before the first call, then of the assembly */
    int32_t loop;
    int32_t steps; /* even, at least two */
    int32_t form;
} helia_conv_dsp_tile_t;

/* The channels of a segment: the first, and the one after the last. */
static inline int32_t helia_conv_dsp_first(int32_t segment)
{
    return (int32_t)((uint32_t)segment & 0xffffu);
}

static inline int32_t helia_conv_dsp_end(int32_t segment)
{
    return (int32_t)((uint32_t)segment >> 16);
}

/* Returns where the stream goes on. */
const int32_t *helia_conv_dsp_pairs(helia_conv_dsp_tile_t *tile, const int32_t *stream);

#endif
#endif /* HELIA_CONV_DSP_PAIRS_H */
