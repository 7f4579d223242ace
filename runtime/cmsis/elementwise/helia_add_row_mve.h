/* SPDX-License-Identifier: Apache-2.0 */

/* A row of an ADD int8 as one line: (a * multiplier1 + b * multiplier2 + addend) >> 21. */
#ifndef HELIA_ADD_ROW_MVE_H
#define HELIA_ADD_ROW_MVE_H

#include "helia_runtime.h"

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

typedef struct {
    int32_t multiplier1;
    int32_t multiplier2;
    int32_t addend;
} helia_add_line_t;

#if defined(__ARM_FEATURE_MVE)

/* Eight sums. The two rounding shifts add 2^15 and 2^20, which the row took off the addend. */
static inline int16x8_t helia_add_eight_mve(const helia_add_line_t *line, int16x8_t a, int16x8_t b)
{
    const int32_t addend = line->addend;
    const int32x4_t first = vdupq_n_s32(line->multiplier1);
    int32x4_t even = vmlasq_n_s32(vmovlbq_s16(a), first, addend);
    int32x4_t odd = vmlasq_n_s32(vmovltq_s16(a), first, addend);

    even = vmlaq_n_s32(even, vmovlbq_s16(b), line->multiplier2);
    odd = vmlaq_n_s32(odd, vmovltq_s16(b), line->multiplier2);
    a = vqrshrnbq_n_s32(a, even, 16);
    a = vqrshrntq_n_s32(a, odd, 16);
    return vreinterpretq_s16_s8(vqrshrnbq_n_s16(vreinterpretq_s8_s16(a), a, 5));
}

/* Eight at a time; b goes on by `step` after that many. */
static inline void helia_add_row_mve(const helia_add_line_t *line, const int8_t *a, const int8_t *b,
                                     int32_t step, int8_t *output, uint32_t n)
{
    helia_add_line_t p = *line; /* the output may alias anything, a local copy cannot change */

    p.addend = helia_wrapping_add(p.addend, -(1 << 15) - (1 << 20));
    for (uint32_t whole = n / 8; whole > 0; --whole) {
        vstrbq_s16(output, helia_add_eight_mve(&p, vldrbq_s16(a), vldrbq_s16(b)));
        a += 8;
        b += step;
        output += 8;
    }
    if (n % 8 != 0) {
        const mve_pred16_t some = vctp16q(n % 8);
        const int16x8_t y = helia_add_eight_mve(&p, vldrbq_z_s16(a, some), vldrbq_z_s16(b, some));
        vstrbq_p_s16(output, y, some);
    }
}

#else

static inline void helia_add_row_mve(const helia_add_line_t *line, const int8_t *a, const int8_t *b,
                                     int32_t step, int8_t *output, uint32_t n)
{
    const helia_add_line_t p = *line;

    for (uint32_t i = 0; i < n; ++i) {
        const int32_t first = helia_wrapping_add(a[i] * p.multiplier1, p.addend);
        const int32_t sum = helia_wrapping_add(first, *b * p.multiplier2);
        output[i] = (int8_t)helia_clamp(sum >> 21, INT8_MIN, INT8_MAX);
        b += step / 8;
    }
}

#endif

#endif /* HELIA_ADD_ROW_MVE_H */
