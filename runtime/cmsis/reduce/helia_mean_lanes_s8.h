/* SPDX-License-Identifier: Apache-2.0 */

/* Sums of neighbouring elements side by side, and their requantization. */
#ifndef HELIA_MEAN_LANES_S8_H
#define HELIA_MEAN_LANES_S8_H

#include "helia_lanes_dsp.h"
#include "helia_requantize_mve.h"
#include "helia_runtime.h"

typedef struct {
    int32_t multiplier;
    int32_t shift;
    int32_t offset;
} helia_mean_end_t;

#if defined(__ARM_FEATURE_MVE)

enum { HELIA_MEAN_LANES = 16, HELIA_MEAN_LEAST = 1, HELIA_MEAN_MOST = 255 };

/* Eight sums of 16 bits to those of 32: of lanes 0, 2, 4, 6, then of the others. */
static inline void helia_mean_spread(int16x8_t sum, int32_t *sums)
{
    vst1q_s32(sums, vaddq_s32(vld1q_s32(sums), vmovlbq_s16(sum)));
    vst1q_s32(sums + 4, vaddq_s32(vld1q_s32(sums + 4), vmovltq_s16(sum)));
}

/* Adds n elements, at most MOST, `step` apart, to the sums of up to sixteen lanes, in eights. */
static inline void helia_mean_add(const int8_t *x, int32_t n, int32_t step, int32_t lanes,
                                  int32_t *sums)
{
    const mve_pred16_t some = vctp16q((uint32_t)lanes);
    const mve_pred16_t more = lanes > 8 ? vctp16q((uint32_t)lanes - 8u) : 0;
    int16x8_t first = vdupq_n_s16(0), second = first;

    for (; lanes == 16 && n > 0; --n, x += step) {
        first = vaddq_s16(first, vldrbq_s16(x));
        second = vaddq_s16(second, vldrbq_s16(x + 8));
    }
    for (; n > 0; --n, x += step) {
        first = vaddq_s16(first, vldrbq_z_s16(x, some));
        second = vaddq_s16(second, vldrbq_z_s16(x + 8, more));
    }
    helia_mean_spread(first, sums);
    helia_mean_spread(second, sums + 8);
}

static inline int16x8_t helia_mean_eight(const helia_mean_end_t *end, const int32_t *sums)
{
    const int32x4_t low = vdupq_n_s32(INT8_MIN), high = vdupq_n_s32(INT8_MAX);
    int32x4_t even = helia_requantize_mve(vld1q_s32(sums), end->multiplier, end->shift);
    int32x4_t odd = helia_requantize_mve(vld1q_s32(sums + 4), end->multiplier, end->shift);

    even = vmaxq_s32(vminq_s32(vaddq_n_s32(even, end->offset), high), low);
    odd = vmaxq_s32(vminq_s32(vaddq_n_s32(odd, end->offset), high), low);
    return vmovntq_s32(vreinterpretq_s16_s32(even), odd);
}

static inline void helia_mean_finish(const helia_mean_end_t *end, const int32_t *sums,
                                     int32_t lanes, int8_t *output)
{
    vstrbq_p_s16(output, helia_mean_eight(end, sums), vctp16q((uint32_t)lanes));
    if (lanes > 8) {
        const mve_pred16_t more = vctp16q((uint32_t)lanes - 8u);
        vstrbq_p_s16(output + 8, helia_mean_eight(end, sums + 8), more);
    }
}

#elif HELIA_DSP

enum { HELIA_MEAN_LANES = 8, HELIA_MEAN_LEAST = 8, HELIA_MEAN_MOST = 255 };

/* Both halves of two sums. */
static inline void helia_mean_spread(uint32_t pair, int32_t *sums)
{
    sums[0] += (int16_t)(pair & 0xffff);
    sums[1] += (int32_t)pair >> 16;
}

/* Of eight lanes: 0, 2, 1, 3, 4, 6, 5, 7. */
static inline void helia_mean_add(const int8_t *x, int32_t n, int32_t step, int32_t lanes,
                                  int32_t *sums)
{
    uint32_t a = 0, b = 0, c = 0, e = 0;

    (void)lanes;
    HELIA_ROLLED
    for (; n > 0; --n, x += step) {
        const uint32_t first = helia_load_dsp(x), second = helia_load_dsp(x + 4);

        a = helia_even_dsp(a, first);
        b = helia_odd_dsp(b, first);
        c = helia_even_dsp(c, second);
        e = helia_odd_dsp(e, second);
    }
    helia_mean_spread(a, sums);
    helia_mean_spread(b, sums + 2);
    helia_mean_spread(c, sums + 4);
    helia_mean_spread(e, sums + 6);
}

static inline void helia_mean_finish(const helia_mean_end_t *end, const int32_t *sums,
                                     int32_t lanes, int8_t *output)
{
    HELIA_ROLLED
    for (int32_t i = 0; i < lanes; ++i) {
        const int32_t at = (i & ~3) | (i & 1) << 1 | (i >> 1 & 1);
        output[i] = helia_requantize_s8(sums[at], end->multiplier, end->shift, end->offset,
                                        INT8_MIN, INT8_MAX);
    }
}

#endif

#endif /* HELIA_MEAN_LANES_S8_H */
