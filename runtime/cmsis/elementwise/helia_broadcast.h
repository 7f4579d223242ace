/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Walks two operands of different shapes row by row in the output's order.
 *
 * A row is the innermost of six loops. A stride of 0 repeats an operand along its loop; loops that
 * are not needed stand in front, with one iteration. Knows no arithmetic.
 */
#ifndef HELIA_BROADCAST_H
#define HELIA_BROADCAST_H

#include <stdint.h>

/* Where the current row of both operands starts, in elements. */
typedef struct {
    int32_t index[5];
    int32_t offset1;
    int32_t offset2;
} helia_row_t;

static inline void helia_next_row(helia_row_t *row, const int32_t *sizes, const int32_t *strides1,
                                  const int32_t *strides2)
{
    for (int32_t loop = 4; loop >= 0; --loop) {
        row->offset1 += strides1[loop];
        row->offset2 += strides2[loop];
        if (++row->index[loop] < sizes[loop]) {
            return;
        }
        row->offset1 -= sizes[loop] * strides1[loop];
        row->offset2 -= sizes[loop] * strides2[loop];
        row->index[loop] = 0;
    }
}

#endif /* HELIA_BROADCAST_H */
