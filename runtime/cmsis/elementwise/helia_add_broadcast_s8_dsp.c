/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_add_dsp.h"
#include "helia_broadcast.h"
#include "helia_clamp_dsp.h"
#include "helia_kernels.h"
#include "helia_lanes_dsp.h"

/* A row of each operand, `other` going on by `step` or staying. */
static void add_broadcast_row(const helia_add_dsp_t *line, const int8_t *moving,
                              const int8_t *other, int32_t step, int8_t *output, int32_t n)
{
    const int32_t m = line->a_multiplier;
    int32_t i = 0;

#if HELIA_DSP
    if (step != 0 && n >= 4) {
        helia_add_dsp(moving, other, output, n >> 2, line);
        i = n & ~3;
    } else if (step == 0) {
        const int32_t addend = line->addend + *other * line->b_multiplier;

        for (; i + 4 <= n; i += 4, output += 4, moving += 4) {
            output[0] = helia_line_dsp(moving[0] * m + addend);
            output[1] = helia_line_dsp(moving[1] * m + addend);
            output[2] = helia_line_dsp(moving[2] * m + addend);
            output[3] = helia_line_dsp(moving[3] * m + addend);
        }
        output -= i;
        moving -= i;
    }
#endif
    HELIA_ROLLED
    for (; i < n; ++i) {
        const int32_t sum = moving[i] * m + other[i * step] * line->b_multiplier + line->addend;

        output[i] = (int8_t)helia_clamp(sum >> 21, -128, 127);
    }
}

/*
 * Sum of two tensors that are stretched to one shape, as one line.
 *
 * Layout: row-major, walked by six loops with a stride per operand, 0 where it is stretched.
 * Accumulator, rounding and source of the arithmetic: as helia_add_s8_dsp.
 */
void helia_add_broadcast_s8_dsp(const helia_add_broadcast_s8_dsp_t *d, const int8_t *input1,
                                const int8_t *input2, int8_t *output)
{
    const bool first = d->strides1[5] != 0;
    const int32_t step = d->strides1[5] & d->strides2[5];
    const helia_add_dsp_t line = {first ? d->multiplier1 : d->multiplier2,
                                  first ? d->multiplier2 : d->multiplier1, d->addend};
    helia_row_t row = {{0, 0, 0, 0, 0}, 0, 0};
    int8_t *y = output;

    for (int32_t i = 0; i < d->rows; ++i) {
        const int8_t *const a = input1 + row.offset1, *const b = input2 + row.offset2;
        add_broadcast_row(&line, first ? a : b, first ? b : a, step, y, d->sizes[5]);
        y += d->sizes[5];
        helia_next_row(&row, d->sizes, d->strides1, d->strides2);
    }
    helia_clamp_dsp(output, (int32_t)(y - output), d->act_min, d->act_max);
}
