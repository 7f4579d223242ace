/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_zero_points_mve.h"

#include "helia_move_mve.h"

/* n zero points in a band or a patch. */
void helia_zero_points_mve(int8_t *to, int8_t value, uint32_t n)
{
    helia_fill_mve(to, value, n);
}
