/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_mul_row_s8.h"

#include "helia_runtime.h"

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#else
#include "helia_lanes_dsp.h"
#endif

#if defined(__ARM_FEATURE_MVE)

enum { LEAST_SHIFT = -31, LANES = 8 };

/* Four products brought down: the sign of a product moves ties away from zero. */
static inline int32x4_t mul_row_scaled(const helia_mul_row_t *p, int32x4_t x)
{
    return vrshlq_n_s32(vqrdmlahq_n_s32(vshrq_n_s32(x, 31), x, p->multiplier), p->shift);
}

/* Below 2^15 with the offset, because they are shifted by one bit at least. */
static inline int16x8_t mul_row_eight(const helia_mul_row_t *p, int16x8_t a, int16x8_t b)
{
    const int16x8_t x = vaddq_n_s16(a, (int16_t)p->offset1);
    const int16x8_t y = vaddq_n_s16(b, (int16_t)p->offset2);
    int16x8_t z = vreinterpretq_s16_s32(mul_row_scaled(p, vmullbq_int_s16(x, y)));

    z = vmovntq_s32(z, mul_row_scaled(p, vmulltq_int_s16(x, y)));
    z = vmaxq_s16(vaddq_n_s16(z, (int16_t)p->offset), vdupq_n_s16((int16_t)p->low));
    return vminq_s16(z, vdupq_n_s16((int16_t)p->high));
}

static int32_t mul_row_lanes(const helia_mul_row_t *p, const int8_t *a, const int8_t *b,
                             int32_t step, int8_t *output, int32_t n)
{
    for (int32_t whole = n / LANES; whole > 0; --whole) {
        vstrbq_s16(output, mul_row_eight(p, vldrbq_s16(a), vldrbq_s16(b)));
        a += LANES;
        b += step;
        output += LANES;
    }
    if (n % LANES != 0) {
        const mve_pred16_t some = vctp16q((uint32_t)(n % LANES));
        const int16x8_t y = mul_row_eight(p, vldrbq_z_s16(a, some), vldrbq_z_s16(b, some));
        vstrbq_p_s16(output, y, some);
    }
    return n;
}

#elif HELIA_DSP

enum { LEAST_SHIFT = -20, LANES = 4 };

/* Of twice a product: SMMLAR rounds half of it, the addend holds half a step and the offset. */
static inline int8_t mul_row_scaled(int32_t twice, int32_t multiplier, int32_t addend,
                                    int32_t right)
{
    const int32_t high = helia_high_mac_dsp(addend, twice, multiplier) + (twice >> 31);

    return helia_saturate_dsp(high >> right);
}

static void mul_row_clamp(const helia_mul_row_t *p, int8_t *output, int32_t n)
{
    const uint32_t lows = helia_four_dsp(p->low), highs = helia_four_dsp(p->high);

    HELIA_ROLLED
    for (; n > 0; n -= LANES, output += LANES) {
        helia_store_dsp(output,
                        helia_smaller_dsp(helia_larger_dsp(helia_load_dsp(output), lows), highs));
    }
}

static int32_t mul_row_lanes(const helia_mul_row_t *p, const int8_t *a, const int8_t *b,
                             int32_t step, int8_t *output, int32_t n)
{
    const uint32_t offset1 = helia_both_dsp(p->offset1), offset2 = helia_both_dsp(p->offset2);
    const int32_t m = p->multiplier, right = -p->shift;
    const int32_t addend = helia_shift_left(p->offset, right) + (1 << (right - 1));
    const int32_t whole = n & ~(LANES - 1);
    const int8_t *const end = output + whole;

    for (; output != end; output += LANES) {
        const uint32_t x = helia_load_dsp(a), y = helia_load_dsp(b);
        const uint32_t even = helia_even_dsp(offset1, x), odd = helia_odd_dsp(offset1, x);
        const uint32_t twice_even = (uint32_t)__sadd16((int16x2_t)even, (int16x2_t)even);
        const uint32_t twice_odd = (uint32_t)__sadd16((int16x2_t)odd, (int16x2_t)odd);
        const uint32_t even2 = helia_even_dsp(offset2, y), odd2 = helia_odd_dsp(offset2, y);
        const int32_t first = helia_low_product_dsp(twice_even, even2);
        const int32_t second = helia_low_product_dsp(twice_odd, odd2);
        const int32_t third = helia_high_product_dsp(twice_even, even2);
        const int32_t fourth = helia_high_product_dsp(twice_odd, odd2);

        output[0] = mul_row_scaled(first, m, addend, right);
        output[1] = mul_row_scaled(second, m, addend, right);
        output[2] = mul_row_scaled(third, m, addend, right);
        output[3] = mul_row_scaled(fourth, m, addend, right);
        a += LANES;
        b += step;
    }
    if (p->low > INT8_MIN || p->high < INT8_MAX) {
        mul_row_clamp(p, output - whole, whole);
    }
    return whole;
}

#else

enum { LEAST_SHIFT = 0, LANES = 1 };

static int32_t mul_row_lanes(const helia_mul_row_t *p, const int8_t *a, const int8_t *b,
                             int32_t step, int8_t *output, int32_t n)
{
    (void)p, (void)a, (void)b, (void)step, (void)output, (void)n;
    return 0;
}

#endif

/*
 * Accumulator: 32 bits, a product is below 2^17. Rounding: two-step requantization. Several lanes
 * at a time go the way of scales below one half, which have a shift to the right; the rest, and
 * other scales, one by one. Source of the arithmetic: the int8 reference MUL of TFLM.
 */
void helia_mul_row_s8(const helia_mul_row_t *numbers, const int8_t *a, int32_t step1,
                      const int8_t *b, int32_t step2, int8_t *output, int32_t n)
{
    helia_mul_row_t p = *numbers; /* the output may alias anything, a local copy cannot change */
    int8_t same[LANES];
    int32_t i = 0;

    if (step1 == 0) {
        const int8_t *const other = a;
        a = b;
        b = other;
        step1 = step2;
        step2 = 0;
        p.offset1 = numbers->offset2;
        p.offset2 = numbers->offset1;
    }
    if (n > 0 && p.shift < 0 && p.shift >= LEAST_SHIFT) {
        for (int32_t lane = 0; step2 == 0 && lane < LANES; ++lane) {
            same[lane] = *b;
        }
        i = mul_row_lanes(&p, a, step2 != 0 ? b : same, step2 * LANES, output, n);
    }
    HELIA_ROLLED
    for (; i < n; ++i) {
        const int32_t product = (a[i * step1] + p.offset1) * (b[i * step2] + p.offset2);
        output[i] = helia_requantize_s8(product, p.multiplier, p.shift, p.offset, p.low, p.high);
    }
}
