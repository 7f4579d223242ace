/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "helia_kernels.h"
#include "helia_runtime.h"

/* Whether the outer loops stand on elements of the input, and not on padding. */
static bool pad_s8_inside(const helia_pad_s8_t *d, const int32_t *index)
{
    bool inside = true;

    for (int32_t loop = 0; loop < 5; ++loop) {
        const int32_t at = index[loop] - d->before[loop];
        inside = inside && at >= 0 && at < d->sizes[loop];
    }
    return inside;
}

static void pad_s8_next(const helia_pad_s8_t *d, int32_t *index)
{
    for (int32_t loop = 4; loop >= 0; --loop) {
        if (++index[loop] < d->before[loop] + d->sizes[loop] + d->after[loop]) {
            return;
        }
        index[loop] = 0;
    }
}

static int8_t *pad_s8_fill(int8_t *output, int8_t value, int32_t count)
{
    memset(output, value, (size_t)count);
    return output + count;
}

/*
 * One value around a tensor.
 *
 * Layout: row-major, the output walked row by row; a row is the innermost of six loops, of which
 * those that are not needed stand in front. Movement, exact.
 */
void helia_pad_s8(const helia_pad_s8_t *d, const int8_t *input, int8_t *output)
{
    const int32_t size = d->sizes[5];
    int32_t index[5] = {0, 0, 0, 0, 0};

    for (int32_t row = 0; row < d->rows; ++row) {
        const bool inside = pad_s8_inside(d, index);
        output = pad_s8_fill(output, d->value, d->before[5]);
        if (inside) {
            memcpy(output, input, (size_t)size);
            input += size;
            output += size;
        } else {
            output = pad_s8_fill(output, d->value, size);
        }
        output = pad_s8_fill(output, d->value, d->after[5]);
        pad_s8_next(d, index);
    }
}
