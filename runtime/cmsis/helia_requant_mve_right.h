/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_REQUANT_MVE_RIGHT_H
#define HELIA_REQUANT_MVE_RIGHT_H

#include <stdint.h>

/* Form right over whole blocks, in assembler: a and b hold n >= 1 vectors each. */
void helia_requant_mve_right(const int32_t *a, const int32_t *b, uint32_t n, const int32_t *quant,
                             int8_t *output, uint32_t stride, int32_t offset);

#endif /* HELIA_REQUANT_MVE_RIGHT_H */
