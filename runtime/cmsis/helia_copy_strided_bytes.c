/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "helia_kernels.h"

/* From the start of one row of runs to that of the next, in bytes of the input. */
static int32_t copy_strided_next(const helia_copy_strided_bytes_t *d, int32_t *index)
{
    int32_t step = 0;

    for (int32_t loop = 4; loop >= 0; --loop) {
        step += d->strides[loop];
        if (++index[loop] < d->sizes[loop]) {
            break;
        }
        step -= d->sizes[loop] * d->strides[loop];
        index[loop] = 0;
    }
    return step;
}

/*
 * The elements of a tensor, picked or repeated at regular distances.
 *
 * Layout: the output is written in its own order; the input is read by six loops with a stride in
 * bytes each, negative or 0 as well. What lies side by side is one run. Movement, exact.
 */
void helia_copy_strided_bytes(const helia_copy_strided_bytes_t *d, const uint8_t *input,
                              uint8_t *output)
{
    const size_t run = (size_t)d->run;
    int32_t index[5] = {0, 0, 0, 0, 0};
    int32_t row_at = d->first;

    for (int32_t row = 0; row < d->rows; ++row) {
        int32_t at = row_at;
        for (int32_t i = 0; i < d->sizes[5]; ++i) {
            memcpy(output, input + at, run);
            output += run;
            at += d->strides[5];
        }
        row_at += copy_strided_next(d, index);
    }
}
