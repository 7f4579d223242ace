/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_move.h"
#include "helia_runtime.h"

/*
 * Tensors end to end along one axis.
 *
 * Layout: every input is `rows` rows of its own length in bytes, the output rows are one row of
 * each input after another. Movement, exact.
 */
void helia_concatenation_bytes(const helia_concatenation_bytes_t *d, const helia_ref_t *inputs,
                               uint16_t inputs_count, uint8_t *const *regions,
                               const uint32_t *row_bytes, uint8_t *output)
{
    for (int32_t row = 0; row < d->rows; ++row) {
        for (uint16_t i = 0; i < inputs_count; ++i) {
            const uint32_t size = row_bytes[i];
            helia_copy(output, helia_at(regions, inputs[i]) + (uint32_t)row * size, size);
            output += size;
        }
    }
}
