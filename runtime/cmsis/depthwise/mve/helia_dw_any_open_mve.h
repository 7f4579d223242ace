/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_DW_ANY_OPEN_MVE_H
#define HELIA_DW_ANY_OPEN_MVE_H

#include "helia_dw_any_band_mve.h"

/* Zero points in all of a band and in its line: columns beside the image stay as they are. */
void helia_dw_any_open_mve(const helia_depthwise_any_s8_mve_t *d, const helia_dw_any_band_mve_t *b);

#endif /* HELIA_DW_ANY_OPEN_MVE_H */
