/* SPDX-License-Identifier: Apache-2.0 */

/* A row of inputs as int16, in assembly for cores with the DSP extension. */
#ifndef HELIA_FULLY_CONNECTED_DSP_WIDEN_H
#define HELIA_FULLY_CONNECTED_DSP_WIDEN_H

#include "helia_dsp.h"

#ifndef __ASSEMBLER__

/* Widens `groups` of eight bytes to steps (0, 2), (1, 3) of every four; returns their end. */
int32_t *helia_fully_connected_dsp_widen(const int8_t *input, int32_t *inputs, int32_t groups);

#endif
#endif /* HELIA_FULLY_CONNECTED_DSP_WIDEN_H */
