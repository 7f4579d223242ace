/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_FC_RIGHT_MVE_H
#define HELIA_FC_RIGHT_MVE_H

#include <stdint.h>

/*
 * Requantization, in assembler, of n >= 1 octets of channels that share multiplier quant[0] and
 * shift quant[8], which is to the right. acc[2][n][4]: even channels, then odd ones.
 */
void helia_fc_right_mve(const int32_t *acc, uint32_t n, const int32_t *quant, int8_t *output,
                        int32_t offset);

#endif /* HELIA_FC_RIGHT_MVE_H */
