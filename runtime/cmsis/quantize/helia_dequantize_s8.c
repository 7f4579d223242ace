/* SPDX-License-Identifier: Apache-2.0 */

#include <float.h>

#include "helia_kernels.h"
#include "helia_runtime.h"

#if defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 2)
#include <arm_mve.h>

static inline float32x4_t dequantize_four(const helia_dequantize_s8_t *d, int32x4_t x)
{
    return vmulq_n_f32(vcvtq_f32_s32(vsubq_n_s32(x, d->zero_point)), d->scale);
}

/* Vectors flush what is below FLT_MIN; no product with a scale from there on is. Gives how many
 * were done. */
static int32_t dequantize_lanes(const helia_dequantize_s8_t *d, const int8_t *input, float *output)
{
    const helia_dequantize_s8_t p = *d; /* the output may alias anything, a local copy cannot */

    if (p.scale < FLT_MIN) {
        return 0;
    }
    for (int32_t whole = p.size / 4; whole > 0; --whole) {
        vstrwq_f32(output, dequantize_four(&p, vldrbq_s32(input)));
        input += 4;
        output += 4;
    }
    if (p.size % 4 != 0) {
        const mve_pred16_t some = vctp32q((uint32_t)(p.size % 4));
        vstrwq_p_f32(output, dequantize_four(&p, vldrbq_z_s32(input, some)), some);
    }
    return p.size;
}

#else

static int32_t dequantize_lanes(const helia_dequantize_s8_t *d, const int8_t *input, float *output)
{
    const float scale = d->scale;
    const int32_t zero_point = d->zero_point;
    const int32_t whole = d->size & ~3;

    HELIA_ROLLED
    for (const int8_t *const end = input + whole; input != end; input += 4, output += 4) {
        const int32_t a = input[0] - zero_point, b = input[1] - zero_point;
        const int32_t c = input[2] - zero_point, e = input[3] - zero_point;

        output[0] = (float)a * scale;
        output[1] = (float)b * scale;
        output[2] = (float)c * scale;
        output[3] = (float)e * scale;
    }
    return whole;
}

#endif

/*
 * int8 to real numbers.
 *
 * Layout: any, the same for input and output. Rounding: one float32 product of exact factors, which
 * is the reference's double product rounded once. Source of the arithmetic: the reference
 * DEQUANTIZE of TFLM.
 */
void helia_dequantize_s8(const helia_dequantize_s8_t *d, const int8_t *input, float *output)
{
    const int32_t done = dequantize_lanes(d, input, output);

#if defined(__clang__)
#pragma clang loop vectorize(disable) /* see above */
#endif
    HELIA_ROLLED
    for (int32_t i = done; i < d->size; ++i) {
        output[i] = (float)(input[i] - d->zero_point) * d->scale;
    }
}
