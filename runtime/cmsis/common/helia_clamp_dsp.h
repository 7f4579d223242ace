/* SPDX-License-Identifier: Apache-2.0 */

/* Activations narrower than int8. */
#ifndef HELIA_CLAMP_DSP_H
#define HELIA_CLAMP_DSP_H

#include "helia_lanes_dsp.h"

/* Clamps `count` results in place; does nothing where the activation is all of int8. */
void helia_clamp_dsp(int8_t *output, int32_t count, int32_t low, int32_t high);

#endif /* HELIA_CLAMP_DSP_H */
