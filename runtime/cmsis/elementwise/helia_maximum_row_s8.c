/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_maximum_row_s8.h"

#include "helia_extreme_row.h"

void helia_maximum_row_s8(const int8_t *a, int32_t step1, const int8_t *b, int32_t step2,
                          int8_t *output, int32_t n)
{
    helia_extreme_row(1, a, step1, b, step2, output, n);
}
