/* SPDX-License-Identifier: Apache-2.0 */

/* Activations narrower than int8, and the comparison of four bytes at a time that they rest on. */
#ifndef HELIA_CLAMP_DSP_H
#define HELIA_CLAMP_DSP_H

#include <string.h>

#include "helia_dsp.h"

#if HELIA_DSP
#include <arm_acle.h>

/* The larger of two int8 in each byte: SSUB8 compares, SEL chooses. */
static inline uint32_t helia_larger_dsp(uint32_t a, uint32_t b)
{
    (void)__ssub8((int8x4_t)a, (int8x4_t)b);
    return __sel((uint8x4_t)a, (uint8x4_t)b);
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
#endif

/* The smaller: complements exchange the order. */
static inline uint32_t helia_smaller_dsp(uint32_t a, uint32_t b)
{
    return ~helia_larger_dsp(~a, ~b);
}

static inline uint32_t helia_four_dsp(int32_t value)
{
    return (uint32_t)(value & 0xff) * 0x01010101u;
}

/* Clamps `count` results in place; does nothing where the activation is all of int8. */
void helia_clamp_dsp(int8_t *output, int32_t count, int32_t low, int32_t high);

#endif /* HELIA_CLAMP_DSP_H */
