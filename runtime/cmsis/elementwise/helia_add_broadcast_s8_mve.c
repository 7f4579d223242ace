/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "helia_add_row_mve.h"
#include "helia_broadcast.h"
#include "helia_clamp_mve.h"
#include "helia_kernels.h"

/* A row of each operand; that which stays on one element is eight of it. */
static void add_broadcast_row(const helia_add_line_t *line, const int8_t *moving,
                              const int8_t *other, int32_t step, int8_t *output, int32_t n)
{
    int8_t same[8];

    if (step == 0) {
        memset(same, *other, sizeof same);
        other = same;
    }
    helia_add_row_mve(line, moving, other, step * 8, output, (uint32_t)n);
}

/*
 * Sum of two tensors that are stretched to one shape, as one line.
 *
 * Layout: row-major, walked by six loops with a stride per operand, 0 where it is stretched.
 * Accumulator, rounding and source of the arithmetic: as helia_add_s8_mve.
 */
void helia_add_broadcast_s8_mve(const helia_add_broadcast_s8_mve_t *d, const int8_t *input1,
                                const int8_t *input2, int8_t *output)
{
    const bool first = d->strides1[5] != 0;
    const int32_t step = d->strides1[5] & d->strides2[5];
    const helia_add_line_t line = {first ? d->multiplier1 : d->multiplier2,
                                   first ? d->multiplier2 : d->multiplier1, d->addend};
    helia_row_t row = {{0, 0, 0, 0, 0}, 0, 0};
    int8_t *y = output;

    for (int32_t i = 0; i < d->rows; ++i) {
        const int8_t *const a = input1 + row.offset1, *const b = input2 + row.offset2;
        add_broadcast_row(&line, first ? a : b, first ? b : a, step, y, d->sizes[5]);
        y += d->sizes[5];
        helia_next_row(&row, d->sizes, d->strides1, d->strides2);
    }
    helia_clamp_mve(output, (uint32_t)(y - output), d->act_min, d->act_max);
}
