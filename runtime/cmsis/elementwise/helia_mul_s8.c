/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_mul_row_s8.h"

/*
 * Product of two tensors of one shape.
 *
 * Layout: any, the same for all three. Accumulator, rounding and source of the arithmetic: as
 * helia_mul_row_s8.
 */
void helia_mul_s8(const helia_mul_s8_t *d, const int8_t *input1, const int8_t *input2,
                  int8_t *output)
{
    const helia_mul_row_t p = {
        d->input1_offset, d->input2_offset, d->output_offset, d->output_multiplier,
        d->output_shift,  d->act_min,       d->act_max};

    helia_mul_row_s8(&p, input1, 1, input2, 1, output, d->size);
}
