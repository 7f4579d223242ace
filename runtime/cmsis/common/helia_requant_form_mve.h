/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_REQUANT_FORM_MVE_H
#define HELIA_REQUANT_FORM_MVE_H

#include "helia_tile_mve.h"

/* What requantizes whole blocks in a form. */
helia_tile_mve_t *helia_requant_form_mve(uint32_t form);

#endif /* HELIA_REQUANT_FORM_MVE_H */
