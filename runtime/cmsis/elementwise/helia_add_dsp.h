/* SPDX-License-Identifier: Apache-2.0 */

/*
 * SSAT8((a * a_multiplier + b * b_multiplier + addend) >> 21), four elements at a time, in assembly
 * for cores with the DSP extension.
 */
#ifndef HELIA_ADD_DSP_H
#define HELIA_ADD_DSP_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

typedef struct {
    int32_t a_multiplier;
    int32_t b_multiplier;
    int32_t addend;
} helia_add_dsp_t;

/* `groups` of four elements, at least one. */
void helia_add_dsp(const int8_t *a, const int8_t *b, int8_t *output, int32_t groups,
                   const helia_add_dsp_t *line);

#endif
#endif /* HELIA_ADD_DSP_H */
