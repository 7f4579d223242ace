/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_REQUANT_MVE_H
#define HELIA_REQUANT_MVE_H

#include "helia_forms_mve.h"
#include "helia_tile_mve.h"

/*
 * Accumulators of a block of channels to int8, of any form, and params and output move on to the
 * next block. The linear forms have addends for shifts, whole blocks only, and no use for the
 * offset.
 */
helia_tile_mve_t helia_requant_mve;

#endif /* HELIA_REQUANT_MVE_H */
