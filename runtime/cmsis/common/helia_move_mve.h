/* SPDX-License-Identifier: Apache-2.0 */

/* Copies and fills of short runs of bytes. */
#ifndef HELIA_MOVE_MVE_H
#define HELIA_MOVE_MVE_H

#include <stdint.h>

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

/* n bytes; nothing behind them is read or written. */
static inline void helia_copy_mve(int8_t *to, const int8_t *from, uint32_t n)
{
#if defined(__ARM_FEATURE_MVE)
    for (uint32_t whole = n / 16; whole > 0; --whole) {
        vstrbq_s8(to, vldrbq_s8(from));
        to += 16;
        from += 16;
    }
    n %= 16;
    if (n != 0) {
        const mve_pred16_t some = vctp8q(n);
        vstrbq_p_s8(to, vldrbq_z_s8(from, some), some);
    }
#else
    for (; n > 0; --n) {
        *to++ = *from++;
    }
#endif
}

static inline void helia_fill_mve(int8_t *to, int8_t value, uint32_t n)
{
#if defined(__ARM_FEATURE_MVE)
    const int8x16_t values = vdupq_n_s8(value);
    for (uint32_t whole = n / 16; whole > 0; --whole) {
        vstrbq_s8(to, values);
        to += 16;
    }
    n %= 16;
    if (n != 0) {
        vstrbq_p_s8(to, values, vctp8q(n));
    }
#else
    for (; n > 0; --n) {
        *to++ = value;
    }
#endif
}

#endif /* HELIA_MOVE_MVE_H */
