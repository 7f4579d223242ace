/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_FC_LINE_MVE_H
#define HELIA_FC_LINE_MVE_H

#include <stdint.h>

/*
 * Requantization, in assembler, of n >= 1 octets of channels by the line of quant[0] and quant[8],
 * shifted by 4. acc[2][n][4]: even channels, then odd ones.
 */
void helia_fc_line_mve(const int32_t *acc, uint32_t n, const int32_t *quant, int8_t *output);

#endif /* HELIA_FC_LINE_MVE_H */
