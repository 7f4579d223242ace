/* SPDX-License-Identifier: Apache-2.0 */

/* Fills of bytes: in vectors where a core has them, else as the C library does it. */
#ifndef HELIA_FILL_S8_H
#define HELIA_FILL_S8_H

#include <string.h>

#include "helia_move_mve.h"

/* n elements of one value. Gives what is behind them. */
static inline int8_t *helia_fill_s8(int8_t *to, int8_t value, size_t n)
{
#if defined(__ARM_FEATURE_MVE)
    helia_fill_mve(to, value, (uint32_t)n);
#else
    memset(to, value, n);
#endif
    return to + n;
}

#endif /* HELIA_FILL_S8_H */
