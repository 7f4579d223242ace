/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_move.h"

/*
 * Entries of a tensor by their numbers.
 *
 * Layout: the input is batches of blocks of entries, an entry is one run of bytes. Every block of a
 * batch gives the entries that the batch's row of `indices` names. Movement, exact.
 */
void helia_gather_bytes(const helia_gather_bytes_t *d, const uint8_t *input, const int32_t *indices,
                        uint8_t *output)
{
    const size_t run = (size_t)d->run;

    for (int32_t batch = 0; batch < d->batches; ++batch) {
        for (int32_t block = 0; block < d->outer; ++block) {
            for (int32_t i = 0; i < d->picks; ++i) {
                helia_copy(output, input + (size_t)indices[i] * run, run);
                output += run;
            }
            input += (size_t)d->entries * run;
        }
        indices += d->picks;
    }
}
