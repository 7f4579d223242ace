/* SPDX-License-Identifier: Apache-2.0 */

/* Four int8 in a word: compared at once, or two at a time as int16; and products of which the
 * rounded high half is kept. */
#ifndef HELIA_LANES_DSP_H
#define HELIA_LANES_DSP_H

#include <string.h>

#include "helia_dsp.h"

#if HELIA_DSP
#include <arm_acle.h>

/* A word from any address. */
static inline uint32_t helia_load_dsp(const int8_t *from)
{
    uint32_t word;

    memcpy(&word, from, sizeof word);
    return word;
}

static inline void helia_store_dsp(int8_t *to, uint32_t word)
{
    memcpy(to, &word, sizeof word);
}

/* One number in both halves. */
static inline uint32_t helia_both_dsp(int32_t value)
{
    return (uint32_t)(value & 0xffff) * 0x10001u;
}

/* Bytes 0 and 2, each added to its half of `offsets`. */
static inline uint32_t helia_even_dsp(uint32_t offsets, uint32_t word)
{
    return (uint32_t)__sxtab16((int16x2_t)offsets, (int8x4_t)word);
}

/* Bytes 1 and 3. In assembly: GCC does not fold the rotation into the instruction. */
static inline uint32_t helia_odd_dsp(uint32_t offsets, uint32_t word)
{
    uint32_t result;

    __asm__("sxtab16 %0, %1, %2, ror #8" : "=r"(result) : "r"(offsets), "r"(word));
    return result;
}

/* Products of the low and of the high halves. */
static inline int32_t helia_low_product_dsp(uint32_t a, uint32_t b)
{
    return (int16_t)(a & 0xffff) * (int16_t)(b & 0xffff);
}

static inline int32_t helia_high_product_dsp(uint32_t a, uint32_t b)
{
    return ((int32_t)a >> 16) * ((int32_t)b >> 16);
}

/* a * b / 2^32, rounded to nearest, ties upwards. */
static inline int32_t helia_high_mul_dsp(int32_t a, int32_t b)
{
    int32_t result;

    __asm__("smmulr %0, %1, %2" : "=r"(result) : "r"(a), "r"(b));
    return result;
}

/* addend + a * b / 2^32, rounded to nearest, ties upwards. */
static inline int32_t helia_high_mac_dsp(int32_t addend, int32_t a, int32_t b)
{
    int32_t result;

    __asm__("smmlar %0, %1, %2, %3" : "=r"(result) : "r"(a), "r"(b), "r"(addend));
    return result;
}

/* The larger of two int8 in each byte: SSUB8 compares, SEL chooses. */
static inline uint32_t helia_larger_dsp(uint32_t a, uint32_t b)
{
    (void)__ssub8((int8x4_t)a, (int8x4_t)b);
    return __sel((uint8x4_t)a, (uint8x4_t)b);
}

static inline uint32_t helia_smaller_dsp(uint32_t a, uint32_t b)
{
    (void)__ssub8((int8x4_t)a, (int8x4_t)b);
    return __sel((uint8x4_t)b, (uint8x4_t)a);
}

/* To int8. In assembly: GCC compares instead. */
static inline int8_t helia_saturate_dsp(int32_t x)
{
    __asm__("ssat %0, #8, %0" : "+r"(x) : : "cc");
    return (int8_t)x;
}

/* Of a line's sum, which has 21 bits of fraction, rounded downwards. */
static inline int8_t helia_line_dsp(int32_t sum)
{
    __asm__("ssat %0, #8, %0, asr #21" : "+r"(sum) : : "cc");
    return (int8_t)sum;
}
#else
static inline uint32_t helia_larger_dsp(uint32_t a, uint32_t b)
{
    uint32_t result = 0;

    for (int32_t i = 0; i < 32; i += 8) {
        const int32_t x = (int8_t)(a >> i & 0xff), y = (int8_t)(b >> i & 0xff);

        result |= (uint32_t)(helia_max(x, y) & 0xff) << i;
    }
    return result;
}

/* Complements exchange the order. */
static inline uint32_t helia_smaller_dsp(uint32_t a, uint32_t b)
{
    return ~helia_larger_dsp(~a, ~b);
}
#endif

static inline uint32_t helia_four_dsp(int32_t value)
{
    return (uint32_t)(value & 0xff) * 0x01010101u;
}

#endif /* HELIA_LANES_DSP_H */
