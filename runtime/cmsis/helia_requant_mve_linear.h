/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_REQUANT_MVE_LINEAR_H
#define HELIA_REQUANT_MVE_LINEAR_H

#include <stdint.h>

/* The linear forms over whole blocks, in assembler: a and b hold n >= 1 vectors each. */
void helia_requant_mve_linear_4(const int32_t *a, const int32_t *b, uint32_t n,
                                const int32_t *quant, int8_t *output, uint32_t stride);
void helia_requant_mve_linear_2(const int32_t *a, const int32_t *b, uint32_t n,
                                const int32_t *quant, int8_t *output, uint32_t stride);

#endif /* HELIA_REQUANT_MVE_LINEAR_H */
