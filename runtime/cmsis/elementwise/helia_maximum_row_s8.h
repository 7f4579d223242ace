/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_MAXIMUM_ROW_S8_H
#define HELIA_MAXIMUM_ROW_S8_H

#include <stdint.h>

/* The larger of n pairs; a step of 0 stays on one element of its operand, 1 goes on. One step at
 * least is 1. */
void helia_maximum_row_s8(const int8_t *a, int32_t step1, const int8_t *b, int32_t step2,
                          int8_t *output, int32_t n);

#endif /* HELIA_MAXIMUM_ROW_S8_H */
