/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_FC_OCTETS_MVE_H
#define HELIA_FC_OCTETS_MVE_H

#include "helia_kernels.h"

/*
 * Requantization of octets of channels by any form; acc[2][octets][4]: even channels, odd ones.
 * Multipliers and shifts are those of each octet, or the same for all.
 */
void helia_fc_octets_mve(const helia_fully_connected_s8_mve_t *d, const int32_t *acc,
                         uint32_t octets, const int32_t *quant, int8_t *output);

#endif /* HELIA_FC_OCTETS_MVE_H */
