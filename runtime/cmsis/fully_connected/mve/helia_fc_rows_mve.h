/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_FC_ROWS_MVE_H
#define HELIA_FC_ROWS_MVE_H

#include <stdint.h>

/*
 * acc[2][4]: bias[n] + x[depth] * w[n][depth], the even ones, then the odd ones; n < 8, the rest
 * of acc is zero. Depth is a multiple of 16.
 */
void helia_fc_rows_mve(const int8_t *x, const int8_t *w, int32_t *acc, uint32_t n,
                       const int32_t *bias, uint32_t depth);

#endif /* HELIA_FC_ROWS_MVE_H */
