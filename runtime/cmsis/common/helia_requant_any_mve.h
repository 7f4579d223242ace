/* SPDX-License-Identifier: Apache-2.0 */

/* Requantization of any shift, in intrinsics; empty where the core has them not. */
#ifndef HELIA_REQUANT_ANY_MVE_H
#define HELIA_REQUANT_ANY_MVE_H

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>

static inline int16x8_t helia_requant_half_mve(int32x4_t acc, int32x4_t multiplier, int32x4_t shift)
{
    const int32x4_t zero = vdupq_n_s32(0);
    const int32x4_t right = vminq_s32(shift, zero);
    const int32x4_t high = vqrdmulhq_s32(vshlq_s32(acc, vmaxq_s32(shift, zero)), multiplier);
    const int32x4_t sign = vshrq_n_s32(vandq_s32(high, right), 31);

    return vreinterpretq_s16_s32(vrshlq_s32(vaddq_s32(high, sign), right));
}

/*
 * Accumulators of the even and the odd channels of a block to eight int8 results in lanes of 16
 * bits; quant: multipliers and shifts of the block.
 */
static inline int16x8_t helia_requant_any_mve(int32x4_t even, int32x4_t odd, const int32_t *quant,
                                              int32_t offset)
{
    const int16x8_t a = helia_requant_half_mve(even, vldrwq_s32(quant), vldrwq_s32(quant + 8));
    const int16x8_t b = helia_requant_half_mve(odd, vldrwq_s32(quant + 4), vldrwq_s32(quant + 12));
    int16x8_t y = vqmovnbq_s32(a, vreinterpretq_s32_s16(a));

    y = vqaddq_n_s16(vqmovntq_s32(y, vreinterpretq_s32_s16(b)), (int16_t)offset);
    return vmaxq_s16(vminq_s16(y, vdupq_n_s16(127)), vdupq_n_s16(-128));
}

#endif

#endif /* HELIA_REQUANT_ANY_MVE_H */
