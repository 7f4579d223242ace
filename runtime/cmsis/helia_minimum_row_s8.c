/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_minimum_row_s8.h"

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_lanes_dsp.h"

#if defined(__ARM_FEATURE_MVE)

enum { LANES = 16 };

static int32_t minimum_lanes(const int8_t *a, const int8_t *b, int32_t step, int8_t *output,
                             int32_t n)
{
    for (int32_t whole = n / LANES; whole > 0; --whole) {
        vstrbq_s8(output, vminq_s8(vldrbq_s8(a), vldrbq_s8(b)));
        a += LANES;
        b += step;
        output += LANES;
    }
    if (n % LANES != 0) {
        const mve_pred16_t some = vctp8q((uint32_t)(n % LANES));
        vstrbq_p_s8(output, vminq_s8(vldrbq_z_s8(a, some), vldrbq_z_s8(b, some)), some);
    }
    return n;
}

#else

enum { LANES = 4 };

static int32_t minimum_lanes(const int8_t *a, const int8_t *b, int32_t step, int8_t *output,
                             int32_t n)
{
#if HELIA_DSP
    const int8_t *const end = a + (n & ~(LANES - 1));

    for (; a != end; a += LANES) {
        const uint32_t word = helia_smaller_dsp(helia_load_dsp(a), helia_load_dsp(b));

        helia_store_dsp(output, word);
        b += step;
        output += LANES;
    }
    return n & ~(LANES - 1);
#else
    (void)a, (void)b, (void)step, (void)output, (void)n;
    return 0;
#endif
}

#endif

/* Comparison of the integers as they are, exact. Source of the arithmetic: the int8 reference
 * MINIMUM of TFLM. */
void helia_minimum_row_s8(const int8_t *a, int32_t step1, const int8_t *b, int32_t step2,
                          int8_t *output, int32_t n)
{
    const int8_t *const moving = step1 != 0 ? a : b;
    const int8_t *const other = step1 != 0 ? b : a;
    const int32_t step = step1 & step2;
    int8_t same[LANES];

    for (int32_t lane = 0; step == 0 && n > 0 && lane < LANES; ++lane) {
        same[lane] = *other;
    }
    int32_t i = minimum_lanes(moving, step == 0 ? same : other, step * LANES, output, n);

    HELIA_ROLLED
    for (; i < n; ++i) {
        output[i] = (int8_t)helia_min(moving[i], other[i * step]);
    }
}
