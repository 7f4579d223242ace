/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"

/*
 * A function of one byte, as a table.
 *
 * Layout: any, the same for input and output; the table is indexed by the byte as an unsigned
 * number: f(0) ... f(127), f(-128) ... f(-1). It was computed exactly by the compiler.
 */
void helia_lut_s8(const helia_lut_s8_t *d, const int8_t *input, const int8_t *table,
                  int8_t *output)
{
    const int32_t size = d->size;

    for (int32_t i = 0; i < size; ++i) {
        output[i] = table[(uint8_t)input[i]];
    }
}
