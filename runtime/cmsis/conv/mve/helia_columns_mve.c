/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_columns_mve.h"

#if !defined(__ARM_FEATURE_MVE)

enum { ROWS = 3 };

/* The portable body of what helia_columns_mve.S is for MVE. */
void helia_columns_mve(int8_t *to, const int8_t *from, uint32_t n, uint32_t channels,
                       uint32_t pitch)
{
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t row = 0; row < ROWS; ++row) {
            for (uint32_t c = 0; c < channels; ++c) {
                *to++ = from[row * pitch + i * channels + c];
            }
        }
    }
}

#endif
