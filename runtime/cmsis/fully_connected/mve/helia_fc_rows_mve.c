/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_fc_rows_mve.h"

#include "helia_runtime.h"

enum { OCTET = 8 };

#if defined(__ARM_FEATURE_MVE)

/* Four rows of weights, or one, times x. */
static void four_rows(const int8_t *x, const int8_t *w, uint32_t depth, int32_t *sums)
{
    const int8_t *rows[4] = {w, w + depth, w + 2 * depth, w + 3 * depth};
    int32_t a = sums[0];
    int32_t b = sums[1];
    int32_t c = sums[2];
    int32_t d = sums[3];

    for (uint32_t chunks = depth / 16; chunks > 0; --chunks) {
        const int8x16_t v = vldrbq_s8(x);
        a = vmladavaq_s8(a, v, vldrbq_s8(rows[0]));
        b = vmladavaq_s8(b, v, vldrbq_s8(rows[1]));
        c = vmladavaq_s8(c, v, vldrbq_s8(rows[2]));
        d = vmladavaq_s8(d, v, vldrbq_s8(rows[3]));
        x += 16;
        rows[0] += 16;
        rows[1] += 16;
        rows[2] += 16;
        rows[3] += 16;
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}

static int32_t one_row(const int8_t *x, const int8_t *w, uint32_t depth, int32_t sum)
{
    for (uint32_t chunks = depth / 16; chunks > 0; --chunks) {
        sum = vmladavaq_s8(sum, vldrbq_s8(x), vldrbq_s8(w));
        x += 16;
        w += 16;
    }
    return sum;
}

static void all_rows(const int8_t *x, const int8_t *w, uint32_t depth, uint32_t n, int32_t *sums)
{
    uint32_t i = 0;

    if (n >= 4) {
        four_rows(x, w, depth, sums);
        i = 4;
    }
    for (; i < n; ++i) {
        sums[i] = one_row(x, w + i * depth, depth, sums[i]);
    }
}

#else

static void all_rows(const int8_t *x, const int8_t *w, uint32_t depth, uint32_t n, int32_t *sums)
{
    for (uint32_t i = 0; i < n; ++i) {
        sums[i] = helia_dot_s8(x, w + i * depth, (int32_t)depth, 0, sums[i]);
    }
}

#endif

/* Fewer than eight channels, whose rows of weights are not interleaved; wrapping accumulators. */
void helia_fc_rows_mve(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n,
                       const int32_t *bias, uint32_t depth)
{
    int32_t sums[OCTET] = {0};

    for (uint32_t i = 0; i < n; ++i) {
        sums[i] = bias[i];
    }
    all_rows(x, w, depth, n, sums);
    for (uint32_t i = 0; i < OCTET; ++i) {
        acc[4 * (i % 2) + i / 2] = sums[i];
    }
}
