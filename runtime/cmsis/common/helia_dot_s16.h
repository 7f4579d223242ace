/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sums of products of rows, one after another from the first on: floats are rounded in this order.
 *
 * Instances: helia_dot_{SUM}
 *   SUM: s16 = int64_t, s16_b32 = int32_t, f32 = float
 */
#ifndef HELIA_DOT_S16_H
#define HELIA_DOT_S16_H

#include "helia_sum_s16.h"

#define HELIA_SUM int64_t

/* acc + sum of x[i] * w[i] over n elements. */
static inline HELIA_SUM helia_dot_s16(const helia_activation_s16_t *x, const helia_weight_s16_t *w,
                                      int32_t n, HELIA_SUM acc)
{
    for (int32_t i = 0; i < n; ++i) {
        acc = helia_mac_s16(acc, x[i], w[i]);
    }
    return acc;
}

/* acc[j] + sum of x[i] * w[j * row + i] over n elements, for four rows of weights. */
static inline void helia_dots_s16(const helia_activation_s16_t *x, const helia_weight_s16_t *w,
                                  int32_t row, int32_t n, HELIA_SUM *acc)
{
    const helia_weight_s16_t *w1 = w + row;
    const helia_weight_s16_t *w2 = w1 + row;
    const helia_weight_s16_t *w3 = w2 + row;
    HELIA_SUM acc0 = acc[0], acc1 = acc[1], acc2 = acc[2], acc3 = acc[3];

    for (int32_t i = 0; i < n; ++i) {
        acc0 = helia_mac_s16(acc0, x[i], w[i]);
        acc1 = helia_mac_s16(acc1, x[i], w1[i]);
        acc2 = helia_mac_s16(acc2, x[i], w2[i]);
        acc3 = helia_mac_s16(acc3, x[i], w3[i]);
    }
    acc[0] = acc0;
    acc[1] = acc1;
    acc[2] = acc2;
    acc[3] = acc3;
}

#undef HELIA_SUM

#endif /* HELIA_DOT_S16_H */
