/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the kernels packed for the DSP extension share: whether this core has it, and the two exact
 * forms of requantization that the compiler certifies for every channel of a layer.
 */
#ifndef HELIA_DSP_H
#define HELIA_DSP_H

#if defined(__ARM_FEATURE_DSP) && defined(__thumb2__) && !defined(__ARM_BIG_ENDIAN)
#define HELIA_DSP 1
#else
#define HELIA_DSP 0
#endif

#ifndef __ASSEMBLER__
#include <stdint.h>

#include "helia_runtime.h"

/*
 * The form of a layer's requantization is the shift of its line (1, 2 or 4), or one of these: the
 * reference's two roundings with a shift per channel, or none at all in the packed loop.
 */
enum { HELIA_DSP_ROUNDED = 0, HELIA_DSP_RAW = 3 };

/*
 * SMMLA and SSAT: multiplier, addend and bias of a channel are chosen so that this line steps
 * exactly where the reference's double rounding does, on every accumulator that can occur.
 */
static inline int8_t helia_dsp_linear(int32_t acc, const int32_t *constants, int32_t shift)
{
    const int32_t high = (int32_t)(((int64_t)acc * constants[0]) >> 32);

    return (int8_t)helia_clamp(helia_wrapping_add(high, constants[1]) >> shift, -128, 127);
}

/*
 * SMMLAR on twice the accumulator, then ASR: the doubling high multiply rounds to nearest, the
 * addend holds half a step and the zero point, and the sign moves ties away from zero.
 */
static inline int8_t helia_dsp_rounded(int32_t acc, const int32_t *constants)
{
    const int32_t high = helia_high_mul(acc, constants[0]);
    const int32_t sum = helia_wrapping_add(high, constants[1]) + (acc < 0 ? -1 : 0);

    return (int8_t)helia_clamp(sum >> constants[2], -128, 127);
}

/* Channel a of a pair, or any single channel. */
static inline int8_t helia_dsp_requantize(int32_t acc, const int32_t *constants, int32_t form)
{
    if (form == HELIA_DSP_ROUNDED) {
        return helia_dsp_rounded(acc, constants);
    }
    return helia_dsp_linear(acc, constants, form);
}

/* Channel b of a pair: the linear forms take 256 times the sum, as the difference gives it. */
static inline int8_t helia_dsp_requantize_b(int32_t acc, const int32_t *constants, int32_t form)
{
    if (form == HELIA_DSP_ROUNDED) {
        return helia_dsp_rounded(acc, constants);
    }
    return helia_dsp_linear(acc * 256, constants, form + 8);
}
#endif
#endif /* HELIA_DSP_H */
