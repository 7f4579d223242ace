/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_mve_copied.h"

#include "helia_conv_mve_columns.h"
#include "helia_conv_mve_runs.h"

/* Of the ways that copy the input, the one of the layer. */
void helia_conv_mve_copied(helia_conv_mve_t *c, const int8_t *image)
{
    if (c->d->mode == HELIA_CONV_COLUMNS) {
        helia_conv_mve_columns(c, image);
    } else {
        helia_conv_mve_runs(c, image);
    }
}
