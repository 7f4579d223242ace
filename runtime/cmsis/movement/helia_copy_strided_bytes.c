/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_move.h"
#include "helia_runtime.h"

/* From the start of one row of runs to that of the next, in bytes of the input. */
static int32_t copy_strided_next(const helia_copy_strided_bytes_t *d, int32_t *index)
{
    int32_t step = 0;

    HELIA_ROLLED
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

/* A row of runs, `stride` apart in the input. Those of one element are not worth a call each. */
static void copy_strided_row(uint8_t *output, const uint8_t *input, size_t run, int32_t count,
                             int32_t stride)
{
    int32_t at = 0;

    switch (run) {
    case 1:
        for (; count > 0; --count, at += stride) {
            *output++ = input[at];
        }
        break;
    case 4:
        HELIA_ROLLED
        for (; count > 0; --count, at += stride, output += 4) {
            memcpy(output, input + at, 4);
        }
        break;
    default:
        HELIA_ROLLED
        for (; count > 0; --count, at += stride, output += run) {
            helia_copy(output, input + at, run);
        }
        break;
    }
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
        copy_strided_row(output, input + row_at, run, d->sizes[5], d->strides[5]);
        output += run * (size_t)d->sizes[5];
        row_at += copy_strided_next(d, index);
    }
}
