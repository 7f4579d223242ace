/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dw_any_mve.h"

#if !defined(__ARM_FEATURE_MVE)

#include "helia_line_mve.h"
#include "helia_runtime.h"

enum { OUTPUTS = 8, WORD = 4, COLUMN = 64, CHANNEL_WORDS = 3 };

/* Output i of a channel. */
static int32_t sum_of(const helia_dw_any_mve_t *w, uint32_t channel, uint32_t i)
{
    const int8_t *band = w->band + WORD * (channel / w->multiplier) + COLUMN * i;
    const int8_t *weights = w->weights + 4 * WORD * w->groups * channel;
    int32_t sum = w->params[CHANNEL_WORDS * channel];

    for (uint32_t word = 0; word < 4 * w->groups; ++word) {
        sum = helia_dot_s8(band + w->offsets[word], weights + WORD * word, WORD, 0, sum);
    }
    return sum;
}

static int8_t result(const helia_dw_any_mve_t *w, int32_t sum, const int32_t *params)
{
    if (w->line != 0) {
        return helia_line_mve(sum, params[1], params[2], -w->line);
    }
    return helia_requantize_s8(sum, params[1], params[2], w->offset, INT8_MIN, INT8_MAX);
}

/* The portable body of what helia_dw_any_mve.S is for MVE; 32-bit wrapping accumulators. */
void helia_dw_any_mve(const helia_dw_any_mve_t *w)
{
    for (uint32_t i = 0; i < OUTPUTS * w->blocks * w->channels; ++i) {
        const uint32_t channel = i / (OUTPUTS * w->blocks);
        const uint32_t output = i % (OUTPUTS * w->blocks);
        const uint32_t lane = output % 4 * 2 + output % OUTPUTS / 4;
        const helia_dw_any_places_mve_t *to = &w->places[output / OUTPUTS];
        const int32_t *params = w->params + CHANNEL_WORDS * channel;
        if ((to->asked >> 2 * lane & 1) != 0) {
            w->output[to->at[lane] + channel] = result(w, sum_of(w, channel, output), params);
        }
    }
}

#endif
