/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_lanes_dsp.h"
#include "helia_quantize_real.h"

#if defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 2)
#include <arm_mve.h>

/* Quotients, which vectors cannot divide, in every lane that counts. */
static inline float32x4_t quotients(const float *x, float scale)
{
    float32x4_t y = vdupq_n_f32(x[0] / scale);

    y = vsetq_lane_f32(x[1] / scale, y, 1);
    y = vsetq_lane_f32(x[2] / scale, y, 2);
    return vsetq_lane_f32(x[3] / scale, y, 3);
}

/* VCVTA rounds to nearest, ties away from zero, saturates, and makes 0 of NaN. */
static int32_t quantize_lanes(const helia_quantize_f32_s8_t *d, const float *input, int8_t *output)
{
    const float scale = d->scale;
    const int32_t zero_point = d->zero_point;
    const int32x4_t low = vdupq_n_s32(INT8_MIN), high = vdupq_n_s32(INT8_MAX);
    const int32_t whole = d->size & ~3;

    for (int32_t i = 0; i < whole; i += 4) {
        const int32x4_t y = vqaddq_n_s32(vcvtaq_s32_f32(quotients(input + i, scale)), zero_point);
        vstrbq_s32(output + i, vminq_s32(vmaxq_s32(y, low), high));
    }
    return whole;
}

#elif HELIA_DSP && defined(__ARM_FP) && (__ARM_FP & 4)

/* Towards zero to 8 bits of fraction, saturated, 0 for NaN; in C what does not fit is undefined. */
static inline int32_t to_fixed(float x)
{
    int32_t result;

    __asm__("vcvt.s32.f32 %0, %0, #8" : "+t"(x));
    memcpy(&result, &x, sizeof result);
    return result;
}

/* Ties go away from zero: below it, half a step and one unit less are added. */
static inline int8_t quantize_one(float x, float scale, int32_t addend)
{
    const int32_t fixed = to_fixed(x / scale);

    return helia_saturate_dsp(__qadd(__qadd(fixed, addend), fixed >> 31) >> 8);
}

static int32_t quantize_lanes(const helia_quantize_f32_s8_t *d, const float *input, int8_t *output)
{
    const float scale = d->scale;
    const int32_t addend = d->zero_point * 256 + 128;
    const int32_t whole = d->size & ~3;

    for (int32_t i = 0; i < whole; i += 4) {
        output[i] = quantize_one(input[i], scale, addend);
        output[i + 1] = quantize_one(input[i + 1], scale, addend);
        output[i + 2] = quantize_one(input[i + 2], scale, addend);
        output[i + 3] = quantize_one(input[i + 3], scale, addend);
    }
    return whole;
}

#else

static int32_t quantize_lanes(const helia_quantize_f32_s8_t *d, const float *input, int8_t *output)
{
    (void)d, (void)input, (void)output;
    return 0;
}

#endif

/*
 * Real numbers to int8.
 *
 * Layout: any, the same for input and output. Rounding: x / scale in float32, then to nearest, ties
 * away from zero; saturated; NaN becomes the zero point. Source of the arithmetic: the reference
 * QUANTIZE of TFLM.
 */
void helia_quantize_f32_s8(const helia_quantize_f32_s8_t *d, const float *input, int8_t *output)
{
    const float scale = d->scale;
    const int32_t zero_point = d->zero_point;
    const int32_t low = INT8_MIN - zero_point;
    const int32_t high = INT8_MAX - zero_point;

    HELIA_ROLLED
    for (int32_t i = quantize_lanes(d, input, output); i < d->size; ++i) {
        output[i] = (int8_t)(helia_round_real(input[i] / scale, low, high) + zero_point);
    }
}
