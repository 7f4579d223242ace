/* SPDX-License-Identifier: Apache-2.0 */

/* Layout: any. No accumulator, no rounding. Source of the arithmetic: own. */
#include "helia_clamp_dsp.h"

void helia_clamp_dsp(int8_t *output, int32_t count, int32_t low, int32_t high)
{
    const uint32_t lows = helia_four_dsp(low);
    const uint32_t highs = helia_four_dsp(high);

    if (low == -128 && high == 127) {
        return;
    }
    HELIA_ROLLED
    for (; count >= 4; count -= 4, output += 4) {
        uint32_t word;

        memcpy(&word, output, sizeof word);
        word = helia_smaller_dsp(helia_larger_dsp(word, lows), highs);
        memcpy(output, &word, sizeof word);
    }
    HELIA_ROLLED
    for (int32_t i = 0; i < count; ++i) {
        output[i] = (int8_t)helia_clamp(output[i], low, high);
    }
}
