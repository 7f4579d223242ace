/* SPDX-License-Identifier: Apache-2.0 */

/* Exponentials from a table. */
#ifndef HELIA_SOFTMAX_TABLE_H
#define HELIA_SOFTMAX_TABLE_H

#include "helia_softmax.h"

typedef struct {
    const int32_t *exps;
    int32_t size;
} helia_softmax_table_t;

/* exp(beta * scale * -distance) in Q0, 0 where the compiler has cut the table. */
static inline helia_softmax_lanes_t helia_softmax_table(const void *source,
                                                        helia_softmax_lanes_t distance)
{
    const helia_softmax_table_t *const table = (const helia_softmax_table_t *)source;

#if defined(__ARM_FEATURE_MVE)
    const uint32x4_t at = vreinterpretq_u32_s32(distance);
    const mve_pred16_t there = vcmphiq_u32(vdupq_n_u32((uint32_t)table->size), at);

    return vldrwq_gather_shifted_offset_z_s32(table->exps, at, there);
#else
    return distance < table->size ? table->exps[distance] : 0;
#endif
}

#endif /* HELIA_SOFTMAX_TABLE_H */
