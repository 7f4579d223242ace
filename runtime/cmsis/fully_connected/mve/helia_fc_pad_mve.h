/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_FC_PAD_MVE_H
#define HELIA_FC_PAD_MVE_H

#include <stdint.h>

/* n bytes, and zeros behind them up to a multiple of 16. */
void helia_fc_pad_mve(int8_t *to, const int8_t *from, uint32_t n);

#endif /* HELIA_FC_PAD_MVE_H */
