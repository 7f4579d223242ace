/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_maximum_row_s8.h"

/*
 * The larger elements of two tensors of one shape.
 *
 * Layout: any, the same for all three. Comparison and source of the arithmetic: as
 * helia_maximum_row_s8.
 */
void helia_maximum_s8(const helia_compare_s8_t *d, const int8_t *input1, const int8_t *input2,
                      int8_t *output)
{
    helia_maximum_row_s8(input1, 1, input2, 1, output, d->size);
}
