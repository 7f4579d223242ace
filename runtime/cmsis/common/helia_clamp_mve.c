/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_clamp_mve.h"
#include "helia_runtime.h"

/*
 * Clamps n int8 values in place; does nothing when the range is all of int8, which the kernels
 * saturate to anyway.
 */
void helia_clamp_mve(int8_t *x, uint32_t n, int32_t low, int32_t high)
{
    if (low <= INT8_MIN && high >= INT8_MAX) {
        return;
    }
#if defined(__ARM_FEATURE_MVE)
    const int8x16_t least = vdupq_n_s8((int8_t)low);
    const int8x16_t most = vdupq_n_s8((int8_t)high);
    for (int32_t left = (int32_t)n; left > 0; left -= 16) {
        const mve_pred16_t some = vctp8q((uint32_t)left);
        vstrbq_p_s8(x, vmaxq_s8(vminq_s8(vldrbq_z_s8(x, some), most), least), some);
        x += 16;
    }
#else
    for (uint32_t i = 0; i < n; ++i) {
        x[i] = (int8_t)helia_clamp(x[i], low, high);
    }
#endif
}
