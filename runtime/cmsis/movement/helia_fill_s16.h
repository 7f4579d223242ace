/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_FILL_S16_H
#define HELIA_FILL_S16_H

#include <stddef.h>
#include <stdint.h>

/*
 * Fills of elements wider than a byte.
 *
 * Instances: helia_fill_{ELEMENT}
 *   ELEMENT: s16 = int16_t, s32 = int32_t, s64 = int64_t, f32 = float
 */
#define HELIA_ELEMENT int16_t

/* n elements of one value. Gives what is behind them. */
static inline HELIA_ELEMENT *helia_fill_s16(HELIA_ELEMENT *to, HELIA_ELEMENT value, size_t n)
{
    for (; n > 0; --n) {
        *to++ = value;
    }
    return to;
}

#endif /* HELIA_FILL_S16_H */
