/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_ANY_MVE_H
#define HELIA_DW_ANY_MVE_H

#include <stdint.h>

/* Where eight outputs of a channel go: the first, the fifth, the second, the sixth, ... */
typedef struct {
    uint16_t at[8];
    uint32_t asked; /* two bits per place: set where the output is asked for */
} helia_dw_any_places_mve_t;

/*
 * Channels of some outputs. A word of the band is four taps of an output; the same four are 64
 * bytes on for the next output and 4 for the next channel of the input. Groups are of four words.
 * The assembler knows the order.
 */
typedef struct {
    int32_t offset; /* of the output */
    const int32_t *offsets; /* [groups][4]: where the words of an output stand in the band */
    const int8_t *weights; /* [channel][groups][4][4] */
    uint32_t groups;
    int8_t *output; /* of the first channel */
    const int8_t *band; /* of the first output and channel */
    const int32_t *params; /* bias, multiplier, shift per channel */
    uint32_t blocks; /* of eight outputs */
    const helia_dw_any_places_mve_t *places;
    uint32_t channels;
    uint32_t multiplier; /* channels per channel of the input */
    uint32_t left; /* as many */
    int32_t line; /* minus the shift of a line, whose addends are for shifts, or 0 */
} helia_dw_any_mve_t;

/* Sums and requantizes; everything but the output is word aligned. */
void helia_dw_any_mve(const helia_dw_any_mve_t *w);

#endif /* HELIA_DW_ANY_MVE_H */
