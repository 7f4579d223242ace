/* SPDX-License-Identifier: Apache-2.0 */

/* Exponentials that are computed. */
#ifndef HELIA_SOFTMAX_COMPUTED_H
#define HELIA_SOFTMAX_COMPUTED_H

#include "helia_exp_on_negative.h"
#include "helia_softmax.h"

/* What makes a difference to the largest element an argument, and the least that counts. */
typedef struct {
    int32_t multiplier;
    int32_t shift;
    int32_t diff_min;
} helia_softmax_scale_t;

/* exp(beta * scale * -distance) in Q0, 0 where it underflows. */
static inline helia_softmax_lanes_t helia_softmax_computed(const void *source,
                                                           helia_softmax_lanes_t distance)
{
    const helia_softmax_scale_t *const p = (const helia_softmax_scale_t *)source;

#if defined(__ARM_FEATURE_MVE)
    const int32x4_t scaled =
        vqrdmulhq_n_s32(vshlq_r_s32(vnegq_s32(distance), p->shift), p->multiplier);
    const mve_pred16_t counts = vcmpleq_s32(distance, vdupq_n_s32(-p->diff_min));

    return vpselq_s32(helia_exp_on_negative(scaled), vdupq_n_s32(0), counts);
#else
    if (-distance < p->diff_min) {
        return 0;
    }
    return helia_exp_on_negative(
        helia_high_mul(helia_shift_left(-distance, p->shift), p->multiplier));
#endif
}

#endif /* HELIA_SOFTMAX_COMPUTED_H */
