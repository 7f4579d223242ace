/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_FILL_MVE_H
#define HELIA_DW_FILL_MVE_H

#include <stdint.h>

/*
 * to[n][16][4]: four rows interleaved, n >= 1 runs of 16 bytes that lie `step` bytes apart. Of each
 * run `nbytes` are read, and the rest is anything.
 */
void helia_dw_fill_mve(int8_t *to, const int8_t *const *rows, uint32_t n, uint32_t nbytes,
                       uint32_t step);

#endif /* HELIA_DW_FILL_MVE_H */
