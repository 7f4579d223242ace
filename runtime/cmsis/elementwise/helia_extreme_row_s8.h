/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_EXTREME_ROW_S8_H
#define HELIA_EXTREME_ROW_S8_H

/* What MAXIMUM and MINIMUM of int8 share. Every caller says which by a constant, so that nothing is
 * asked at run time. Comparison of the integers as they are, exact. Source of the arithmetic: the
 * int8 reference MAXIMUM and MINIMUM of TFLM. */

#include <stdint.h>

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_lanes_dsp.h"
#include "helia_runtime.h"

#if defined(__ARM_FEATURE_MVE)

enum { HELIA_EXTREME_LANES = 16 };

static inline int32_t helia_extreme_lanes(int32_t larger, const int8_t *a, const int8_t *b,
                                          int32_t step, int8_t *output, int32_t n)
{
    for (int32_t whole = n / HELIA_EXTREME_LANES; whole > 0; --whole) {
        const int8x16_t x = vldrbq_s8(a), y = vldrbq_s8(b);

        vstrbq_s8(output, larger ? vmaxq_s8(x, y) : vminq_s8(x, y));
        a += HELIA_EXTREME_LANES;
        b += step;
        output += HELIA_EXTREME_LANES;
    }
    if (n % HELIA_EXTREME_LANES != 0) {
        const mve_pred16_t some = vctp8q((uint32_t)(n % HELIA_EXTREME_LANES));
        const int8x16_t x = vldrbq_z_s8(a, some), y = vldrbq_z_s8(b, some);

        vstrbq_p_s8(output, larger ? vmaxq_s8(x, y) : vminq_s8(x, y), some);
    }
    return n;
}

#else

enum { HELIA_EXTREME_LANES = 4 };

static inline int32_t helia_extreme_lanes(int32_t larger, const int8_t *a, const int8_t *b,
                                          int32_t step, int8_t *output, int32_t n)
{
#if HELIA_DSP
    const int8_t *const end = a + (n & ~(HELIA_EXTREME_LANES - 1));

    for (; a != end; a += HELIA_EXTREME_LANES) {
        const uint32_t x = helia_load_dsp(a), y = helia_load_dsp(b);

        helia_store_dsp(output, larger ? helia_larger_dsp(x, y) : helia_smaller_dsp(x, y));
        b += step;
        output += HELIA_EXTREME_LANES;
    }
    return n & ~(HELIA_EXTREME_LANES - 1);
#else
    (void)larger, (void)a, (void)b, (void)step, (void)output, (void)n;
    return 0;
#endif
}

#endif

/* The extreme of n pairs; a step of 0 stays on one element of its operand, 1 goes on. */
static inline void helia_extreme_row_s8(int32_t larger, const int8_t *a, int32_t step1,
                                        const int8_t *b, int32_t step2, int8_t *output, int32_t n)
{
    const int8_t *const moving = step1 != 0 ? a : b;
    const int8_t *const other = step1 != 0 ? b : a;
    const int32_t step = step1 & step2;
    int8_t same[HELIA_EXTREME_LANES];

    for (int32_t lane = 0; step == 0 && n > 0 && lane < HELIA_EXTREME_LANES; ++lane) {
        same[lane] = *other;
    }
    int32_t i = helia_extreme_lanes(larger, moving, step == 0 ? same : other,
                                    step * HELIA_EXTREME_LANES, output, n);

    HELIA_ROLLED
    for (; i < n; ++i) {
        const int32_t x = moving[i], y = other[i * step];
        output[i] = (int8_t)(larger ? helia_max(x, y) : helia_min(x, y));
    }
}

#endif /* HELIA_EXTREME_ROW_S8_H */
