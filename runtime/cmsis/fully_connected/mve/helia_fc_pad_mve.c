/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_fc_pad_mve.h"

#include "helia_move_mve.h"

enum { CHUNK = 16 };

/* A row of inputs as tiles of whole chunks read it: n is no multiple of 16. */
void helia_fc_pad_mve(int8_t *to, const int8_t *from, uint32_t n)
{
    helia_fill_mve(to + n / CHUNK * CHUNK, 0, CHUNK);
    helia_copy_mve(to, from, n);
}
