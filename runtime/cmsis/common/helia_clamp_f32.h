/* SPDX-License-Identifier: Apache-2.0 */

/* The clamp of a float. Knows no operator. */
#ifndef HELIA_CLAMP_F32_H
#define HELIA_CLAMP_F32_H

/* x between two numbers; what is no number stays so, since it is neither below nor above. */
static inline float helia_clamp_f32(float x, float low, float high)
{
    const float raised = x < low ? low : x;

    return high < raised ? high : raised;
}

#endif /* HELIA_CLAMP_F32_H */
