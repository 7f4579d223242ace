/* SPDX-License-Identifier: Apache-2.0 */

/* helia_requantize, and what follows it, on four accumulators of one multiplier and shift. */
#ifndef HELIA_REQUANTIZE_MVE_H
#define HELIA_REQUANTIZE_MVE_H

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>

#include "helia_runtime.h"

/* The sign of what is shifted to the right moves ties away from zero. */
static inline int32x4_t helia_requantize_mve(int32x4_t x, int32_t multiplier, int32_t shift)
{
    const int32x4_t wide = vqrdmulhq_n_s32(vshlq_r_s32(x, helia_max(shift, 0)), multiplier);

    if (shift >= 0) {
        return wide;
    }
    return vrshlq_n_s32(vaddq_s32(wide, vshrq_n_s32(wide, 31)), shift);
}
#endif

#endif /* HELIA_REQUANTIZE_MVE_H */
