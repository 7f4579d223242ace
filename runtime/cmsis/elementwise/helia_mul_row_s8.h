/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_MUL_ROW_S8_H
#define HELIA_MUL_ROW_S8_H

#include <stdint.h>

/* Offsets of both operands, requantization of their product, clamp. */
typedef struct {
    int32_t offset1;
    int32_t offset2;
    int32_t offset;
    int32_t multiplier;
    int32_t shift;
    int32_t low;
    int32_t high;
} helia_mul_row_t;

/* n products; a step of 0 stays on one element of its operand, 1 goes on. One step at least is
 * 1. */
void helia_mul_row_s8(const helia_mul_row_t *numbers, const int8_t *a, int32_t step1,
                      const int8_t *b, int32_t step2, int8_t *output, int32_t n);

#endif /* HELIA_MUL_ROW_S8_H */
