/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_CONV_MVE_WINDOW_H
#define HELIA_CONV_MVE_WINDOW_H

#include "helia_conv_mve_layer.h"

/* One image, by way of patches in the scratch. */
void helia_conv_mve_window(helia_conv_mve_t *c, const int8_t *image);

#endif /* HELIA_CONV_MVE_WINDOW_H */
