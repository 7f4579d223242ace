/* SPDX-License-Identifier: Apache-2.0 */

/*
 * All channels of one position of a depthwise convolution of any kernel, from a list of its taps,
 * in assembly for cores with the DSP extension.
 *
 * The stream, in words, for each group of four channels: four biases; for every two taps t and u
 * the bytes a_t, b_t, a_u, b_u and c_t, d_t, c_u, d_u; then the requantization of a, b, c, d:
 * multiplier and addend, with a shift where the form is rounded, or multiplier and shift of the
 * reference where it is raw. The last group ends with the last channel.
 */
#ifndef HELIA_DEPTHWISE_DSP_TAPS_H
#define HELIA_DEPTHWISE_DSP_TAPS_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

typedef struct {
    const int8_t *const *taps; /* where the first channel of every tap is */
    int32_t pairs; /* of taps, at least one */
    int32_t last; /* channels less four */
    void *output; /* int8_t, or four int32_t sums for each group where raw */
    int32_t form;
} helia_depthwise_dsp_taps_t;

void helia_depthwise_dsp_taps(const helia_depthwise_dsp_taps_t *window, const int32_t *stream);

#endif
#endif /* HELIA_DEPTHWISE_DSP_TAPS_H */
