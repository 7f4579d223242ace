/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_clamp_mve.h"
#include "helia_kernels.h"
#include "helia_runtime.h"

#if defined(__ARM_FEATURE_MVE)

/* Eight sums. The two rounding shifts add 2^15 and 2^20, which add_all took off the addend. */
static int16x8_t add_eight(const helia_add_s8_mve_t *d, int16x8_t a, int16x8_t b)
{
    const int32_t addend = d->addend;
    const int32x4_t first = vdupq_n_s32(d->multiplier1);
    int32x4_t even = vmlasq_n_s32(vmovlbq_s16(a), first, addend);
    int32x4_t odd = vmlasq_n_s32(vmovltq_s16(a), first, addend);

    even = vmlaq_n_s32(even, vmovlbq_s16(b), d->multiplier2);
    odd = vmlaq_n_s32(odd, vmovltq_s16(b), d->multiplier2);
    a = vqrshrnbq_n_s32(a, even, 16);
    a = vqrshrntq_n_s32(a, odd, 16);
    return vreinterpretq_s16_s8(vqrshrnbq_n_s16(vreinterpretq_s8_s16(a), a, 5));
}

static void add_all(const helia_add_s8_mve_t *d, const int8_t *a, const int8_t *b, int8_t *output)
{
    helia_add_s8_mve_t p = *d; /* the output may alias anything, a local copy cannot change */
    const uint32_t size = (uint32_t)p.size;

    p.addend = helia_wrapping_add(p.addend, -(1 << 15) - (1 << 20));
    for (uint32_t whole = size / 8; whole > 0; --whole) {
        vstrbq_s16(output, add_eight(&p, vldrbq_s16(a), vldrbq_s16(b)));
        a += 8;
        b += 8;
        output += 8;
    }
    if (size % 8 != 0) {
        const mve_pred16_t some = vctp16q(size % 8);
        vstrbq_p_s16(output, add_eight(&p, vldrbq_z_s16(a, some), vldrbq_z_s16(b, some)), some);
    }
}

#else

static void add_all(const helia_add_s8_mve_t *d, const int8_t *a, const int8_t *b, int8_t *output)
{
    const helia_add_s8_mve_t p = *d;

    for (int32_t i = 0; i < p.size; ++i) {
        const int32_t first = helia_wrapping_add(a[i] * p.multiplier1, p.addend);
        const int32_t sum = helia_wrapping_add(first, b[i] * p.multiplier2);
        output[i] = (int8_t)helia_clamp(sum >> 21, INT8_MIN, INT8_MAX);
    }
}

#endif

/*
 * Sum of two tensors of one shape, as (a * multiplier1 + b * multiplier2 + addend) >> 21.
 *
 * Layout: any, the same for all three. Accumulator: 32 bits, never exceeded. The compiler has
 * compared the line with the three roundings of the reference for all pairs of operands. Source of
 * the arithmetic it stands for: the int8 reference ADD of TFLM.
 */
void helia_add_s8_mve(const helia_add_s8_mve_t *d, const int8_t *input1, const int8_t *input2,
                      int8_t *output)
{
    add_all(d, input1, input2, output);
    helia_clamp_mve(output, (uint32_t)d->size, d->act_min, d->act_max);
}
