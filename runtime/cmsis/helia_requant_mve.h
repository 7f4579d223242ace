/* SPDX-License-Identifier: Apache-2.0 */

/* Requantization of the accumulators of the kernels packed for MVE. */
#ifndef HELIA_REQUANT_MVE_H
#define HELIA_REQUANT_MVE_H

#include <stdint.h>

/* Every form is exact where the compiler chooses it. */
enum {
    HELIA_FORM_ANY = 0,   /* any shift, any number of channels */
    HELIA_FORM_RIGHT = 1, /* every shift is to the right, or its multiplier is 0 */
    HELIA_FORM_RELU = 2, /* no shift to the left, and output offset -128: no negative value shows */
    HELIA_FORM_LINEAR_4 = 3, /* one line per channel, proven to be equal, shifted by 4 */
    HELIA_FORM_LINEAR_2 = 4  /* the same, shifted by 2 */
};

/* Where the int8 results of accumulators go. */
typedef struct {
    int8_t *output;
    uint32_t stride; /* bytes from one position to the next */
    int32_t offset;
    uint8_t form;
    uint8_t lanes; /* channels of this block, 1 to 8 */
} helia_requant_mve_t;

/*
 * `n` of `rows` positions in acc; quant: 16 words, multipliers and shifts of the block. The linear
 * forms have addends for shifts, whole blocks only, and no use for the offset.
 */
void helia_requant_mve(const helia_requant_mve_t *r, const int32_t *acc, uint32_t n, uint32_t rows,
                       const int32_t *quant);

#endif /* HELIA_REQUANT_MVE_H */
