/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_CONV_MVE_COPIED_H
#define HELIA_CONV_MVE_COPIED_H

#include "helia_conv_mve_layer.h"

/* One image, by way of copied patches or of bands of columns. */
helia_conv_mve_image_t helia_conv_mve_copied;

#endif /* HELIA_CONV_MVE_COPIED_H */
