/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What kernels share that make some rows of their output from a ring of rows of their input.
 *
 * A ring of n rows has room for the last n rows that were made of a tensor: row r lies in slot
 * (r + turn) mod n. A tensor that is there as a whole is a ring of all its rows.
 */
#ifndef HELIA_ROWS_H
#define HELIA_ROWS_H

#include "helia_runtime.h"

/* The rows of the output that a call makes, and the slots of the first rows of both tensors. */
typedef struct helia_rows {
    int32_t first;
    int32_t count;
    int32_t input_turn;
    int32_t output_turn;
} helia_rows_t;

/* What a loop over rows hands to a shared helper: a descriptor and the rows to be made. */
typedef struct {
    const void *node;
    helia_rows_t rows;
} helia_rows_call_t;

/* The slot of a row in a ring of so many. */
static inline int32_t helia_slot(int32_t row, int32_t turn, int32_t held)
{
    return (row + turn) % held;
}

/* How many taps, the first of which is in a slot, stand ahead of the end of the ring; at most n. */
static inline int32_t helia_taps_ahead(int32_t slot, int32_t held, int32_t dilation, int32_t n)
{
    return helia_min(n, (held - slot + dilation - 1) / dilation);
}

#endif /* HELIA_ROWS_H */
