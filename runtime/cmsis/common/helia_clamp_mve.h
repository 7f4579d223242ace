/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_CLAMP_MVE_H
#define HELIA_CLAMP_MVE_H

#include <stdint.h>

/* Clamps what saturation to int8 has not clamped already. */
void helia_clamp_mve(int8_t *x, uint32_t n, int32_t low, int32_t high);

#endif /* HELIA_CLAMP_MVE_H */
