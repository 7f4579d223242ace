/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_ZERO_POINTS_MVE_H
#define HELIA_ZERO_POINTS_MVE_H

#include <stdint.h>

/* helia_fill_mve as a function: for what stands beside an image. */
void helia_zero_points_mve(int8_t *to, int8_t value, uint32_t n);

#endif /* HELIA_ZERO_POINTS_MVE_H */
