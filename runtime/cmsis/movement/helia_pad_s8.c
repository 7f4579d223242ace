/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_fill_s8.h"
#include "helia_kernels.h"
#include "helia_move.h"
#include "helia_runtime.h"

/* Whether the outer loops stand on elements of the input, and not on padding. */
static bool pad_inside(const helia_pad_s8_t *d, const int32_t *index)
{
    bool inside = true;

    for (int32_t loop = 0; loop < 5; ++loop) {
        const int32_t at = index[loop] - d->before[loop];
        inside = inside && at >= 0 && at < d->sizes[loop];
    }
    return inside;
}

static void pad_next(const helia_pad_s8_t *d, int32_t *index)
{
    for (int32_t loop = 4; loop >= 0; --loop) {
        if (++index[loop] < d->before[loop] + d->sizes[loop] + d->after[loop]) {
            return;
        }
        index[loop] = 0;
    }
}

/*
 * One value around a tensor.
 *
 * Layout: row-major, the output walked row by row; a row is the innermost of six loops, of which
 * those that are not needed stand in front. Movement, exact.
 *
 * Instances: helia_pad_{ELEMENT}
 *   ELEMENT: s8 = int8_t, s16 = int16_t, s32 = int32_t, s64 = int64_t, f32 = float
 */
#define HELIA_ELEMENT int8_t

void helia_pad_s8(const helia_pad_s8_t *d, const HELIA_ELEMENT *input, HELIA_ELEMENT *output)
{
    const int32_t size = d->sizes[5];
    int32_t index[5] = {0, 0, 0, 0, 0};

    for (int32_t row = 0; row < d->rows; ++row) {
        if (pad_inside(d, index)) {
            output = helia_fill_s8(output, d->value, (size_t)d->before[5]);
            helia_copy((uint8_t *)output, (const uint8_t *)input, (size_t)size * sizeof *input);
            output = helia_fill_s8(output + size, d->value, (size_t)d->after[5]);
            input += size;
        } else {
            output = helia_fill_s8(output, d->value, (size_t)(d->before[5] + size + d->after[5]));
        }
        pad_next(d, index);
    }
}
