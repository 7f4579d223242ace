/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dw_fill_mve.h"

#if !defined(__ARM_FEATURE_MVE)

/* The portable body of what helia_dw_fill_mve.S is for MVE. */
void helia_dw_fill_mve(int8_t *to, const int8_t *const *rows, uint32_t n, uint32_t nbytes,
                       uint32_t step)
{
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t row = 0; row < 4; ++row) {
            for (uint32_t c = 0; c < nbytes; ++c) {
                to[64 * i + 4 * c + row] = rows[row][i * step + c];
            }
        }
    }
}

#endif
