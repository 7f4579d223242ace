/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_lanes_dsp.h"

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>

/* The two rounding shifts add 2^15 and 2^20, which line_lanes took off the addend. */
static inline int16x8_t line_eight(int32x4_t multiplier, int32_t addend, int16x8_t x)
{
    const int32x4_t even = vmlasq_n_s32(vmovlbq_s16(x), multiplier, addend);
    const int32x4_t odd = vmlasq_n_s32(vmovltq_s16(x), multiplier, addend);

    x = vqrshrntq_n_s32(vqrshrnbq_n_s32(x, even, 16), odd, 16);
    return vreinterpretq_s16_s8(vqrshrnbq_n_s16(vreinterpretq_s8_s16(x), x, 5));
}

static int32_t line_lanes(const helia_line_s8_t *d, const int8_t *input, int8_t *output)
{
    const int32x4_t multiplier = vdupq_n_s32(d->multiplier);
    const int32_t addend = helia_wrapping_add(d->addend, -(1 << 15) - (1 << 20));
    const uint32_t size = (uint32_t)d->size;

    for (uint32_t whole = size / 8; whole > 0; --whole) {
        vstrbq_s16(output, line_eight(multiplier, addend, vldrbq_s16(input)));
        input += 8;
        output += 8;
    }
    if (size % 8 != 0) {
        const mve_pred16_t some = vctp16q(size % 8);
        vstrbq_p_s16(output, line_eight(multiplier, addend, vldrbq_z_s16(input, some)), some);
    }
    return d->size;
}

#elif HELIA_DSP

static int32_t line_lanes(const helia_line_s8_t *d, const int8_t *input, int8_t *output)
{
    const int32_t m = d->multiplier, addend = d->addend;
    const int32_t whole = d->size & ~3;

    for (const int8_t *const end = input + whole; input != end; input += 4, output += 4) {
        output[0] = helia_line_dsp(input[0] * m + addend);
        output[1] = helia_line_dsp(input[1] * m + addend);
        output[2] = helia_line_dsp(input[2] * m + addend);
        output[3] = helia_line_dsp(input[3] * m + addend);
    }
    return whole;
}

#else

static int32_t line_lanes(const helia_line_s8_t *d, const int8_t *input, int8_t *output)
{
    (void)d, (void)input, (void)output;
    return 0;
}

#endif

/*
 * A function of one byte, as (x * multiplier + addend) >> 21, saturated.
 *
 * Layout: any, the same for input and output. Accumulator: 32 bits, never exceeded. The compiler
 * has compared the line with the function for all 256 bytes. Source of the arithmetic: own.
 */
void helia_line_s8(const helia_line_s8_t *d, const int8_t *input, int8_t *output)
{
    const int32_t multiplier = d->multiplier, addend = d->addend;

    HELIA_ROLLED
    for (int32_t i = line_lanes(d, input, output); i < d->size; ++i) {
        output[i] = (int8_t)helia_clamp((input[i] * multiplier + addend) >> 21, INT8_MIN, INT8_MAX);
    }
}
