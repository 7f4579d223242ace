/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_add_row_mve.h"
#include "helia_clamp_mve.h"
#include "helia_kernels.h"

/*
 * Sum of two tensors of one shape, as (a * multiplier1 + b * multiplier2 + addend) >> 21.
 *
 * Layout: any, the same for all three. Accumulator: 32 bits, never exceeded. The compiler has
 * compared the line with the three roundings of the reference for all pairs of operands. Source of
 * the arithmetic it stands for: the int8 reference ADD of TFLM.
 */
void helia_add_s8_mve(const helia_add_s8_mve_t *d, const int8_t *input1, const int8_t *input2,
                      int8_t *output)
{
    const helia_add_line_t line = {d->multiplier1, d->multiplier2, d->addend};

    helia_add_row_mve(&line, input1, input2, 8, output, (uint32_t)d->size);
    helia_clamp_mve(output, (uint32_t)d->size, d->act_min, d->act_max);
}
