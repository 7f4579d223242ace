/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dw_any_open_mve.h"

#include "helia_zero_points_mve.h"

/* The band comes first in the scratch, then the line; other things come after them. */
void helia_dw_any_open_mve(const helia_depthwise_any_s8_mve_t *d, const helia_dw_any_band_mve_t *b)
{
    helia_zero_points_mve(b->scratch, (int8_t)d->input_zero, d->places_at);
}
