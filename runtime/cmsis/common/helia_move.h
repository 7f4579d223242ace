/* SPDX-License-Identifier: Apache-2.0 */

/* Copies of bytes: in vectors where a core has them, else as the C library does it. */
#ifndef HELIA_MOVE_H
#define HELIA_MOVE_H

#include <string.h>

#include "helia_move_mve.h"

/* n bytes between tensors that do not overlap; nothing behind them is read or written. */
static inline void helia_copy(uint8_t *to, const uint8_t *from, size_t n)
{
#if defined(__ARM_FEATURE_MVE)
    helia_copy_mve((int8_t *)to, (const int8_t *)from, (uint32_t)n);
#else
    memcpy(to, from, n);
#endif
}

#endif /* HELIA_MOVE_H */
