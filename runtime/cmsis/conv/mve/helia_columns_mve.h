/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_COLUMNS_MVE_H
#define HELIA_COLUMNS_MVE_H

#include <stdint.h>

/*
 * to[n][3][channels]: three rows of n >= 1 columns that lie `pitch` bytes apart, stored column by
 * column; channels are a multiple of 16.
 */
void helia_columns_mve(int8_t *to, const int8_t *from, uint32_t n, uint32_t channels,
                       uint32_t pitch);

#endif /* HELIA_COLUMNS_MVE_H */
