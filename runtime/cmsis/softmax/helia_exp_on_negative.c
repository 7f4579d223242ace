/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_exp_on_negative.h"

#include "helia_lanes_dsp.h"
#include "helia_runtime.h"

/* exp(-1/8) and 1/3 in Q0; a quarter of one with 26 fractional bits. */
enum { EXP_MINUS_EIGHTH = 1895147668, ONE_THIRD = 715827883, QUARTER = 1 << 24, POWERS = 7 };

/* exp(-2^k) in Q0 for k = -2 ... 4 */
static const int32_t powers[POWERS] = {1672461947, 1302514674, 790015084, 290630308,
                                       39332535,   720401,     242};

#if defined(__ARM_FEATURE_MVE)

/* What is halved or quartered here is not negative: VRSHR rounds it as the scalars do. */
static inline int32x4_t exp_on_quarter(int32x4_t x)
{
    const int32x4_t a = vaddq_n_s32(x, 1 << 28);
    const int32x4_t a2 = vqrdmulhq_s32(a, a);
    const int32x4_t a3 = vqrdmulhq_s32(a2, a);
    const int32x4_t a4 = vqrdmulhq_s32(a2, a2);
    const int32x4_t cubic = vqrdmulhq_n_s32(vaddq_s32(vrshrq_n_s32(a4, 2), a3), ONE_THIRD);
    const int32x4_t polynomial = vaddq_s32(a, vrshrq_n_s32(vaddq_s32(cubic, a2), 1));

    return vaddq_n_s32(vqrdmulhq_n_s32(polynomial, EXP_MINUS_EIGHTH), EXP_MINUS_EIGHTH);
}

int32x4_t helia_exp_on_negative(int32x4_t x)
{
    const int32x4_t low = vandq_s32(x, vdupq_n_s32(QUARTER - 1));
    const int32x4_t rest = vsubq_n_s32(low, QUARTER);
    const int32x4_t bits = vsubq_s32(rest, x);
    int32x4_t result = exp_on_quarter(vshlq_n_s32(rest, 5));

    for (int32_t k = 0; k < POWERS; ++k) {
        const mve_pred16_t set = vcmpltq_n_s32(vshlq_r_s32(bits, 7 - k), 0);
        result = vqrdmulhq_m_n_s32(result, result, powers[k], set);
    }
    return vdupq_m_n_s32(result, INT32_MAX, vcmpeqq_n_s32(x, 0));
}

#else

/* a * b / 2^31 for |a| < 2^30, rounded to nearest. */
static inline int32_t product(int32_t a, int32_t b)
{
#if HELIA_DSP
    return helia_high_mul_dsp(a * 2, b);
#else
    return helia_high_mul(a, b);
#endif
}

/* exp(x) in Q0 for x in [-1/4, 0) in Q0: a Taylor polynomial around -1/8. */
static inline int32_t exp_on_quarter(int32_t x)
{
    const int32_t a = x + (INT32_C(1) << 28);
    const int32_t a2 = product(a, a);
    const int32_t a3 = product(a2, a);
    const int32_t a4 = product(a2, a2);
    const int32_t cubic = product(((a4 + 2) >> 2) + a3, ONE_THIRD);
    const int32_t polynomial = a + ((cubic + a2 + 1) >> 1);

    return EXP_MINUS_EIGHTH + product(polynomial, EXP_MINUS_EIGHTH);
}

/* Times exp(-2^(k - 2)) for every bit k that is set. */
static inline int32_t times_powers(int32_t x, uint32_t bits)
{
    int32_t k = 0;

#if HELIA_DSP
    /* Twice a factor above one half is a whole less something: SMMLAR adds the whole. */
    for (; k < 2; ++k, bits >>= 1) {
        if ((bits & 1) != 0) {
            x = helia_high_mac_dsp(x, x, (int32_t)((uint32_t)powers[k] * 2u));
        }
    }
#endif
    HELIA_ROLLED
    for (; bits != 0; ++k, bits >>= 1) {
        if ((bits & 1) != 0) {
#if HELIA_DSP
            x = helia_high_mul_dsp(x, powers[k] * 2);
#else
            x = helia_high_mul(x, powers[k]);
#endif
        }
    }
    return x;
}

/*
 * Accumulator: 32 bits, no intermediate leaves them; what is halved or quartered is not negative.
 * Rounding: to nearest at every product. Source of the arithmetic: gemmlowp's
 * exp_on_negative_values; what lies beyond a quarter is a product of powers. A function of its own,
 * not inline: softmax calls it in two places.
 */
int32_t helia_exp_on_negative(int32_t x)
{
    const int32_t rest = (x & (QUARTER - 1)) - QUARTER;
    const uint32_t quarters = (uint32_t)(rest - x) / QUARTER;

    return x == 0 ? INT32_MAX : times_powers(exp_on_quarter(rest * 32), quarters);
}

#endif
