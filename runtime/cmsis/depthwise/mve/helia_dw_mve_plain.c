/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dw_mve_plain.h"

#if !defined(__ARM_FEATURE_MVE)

#include "helia_forms_mve.h"
#include "helia_line_mve.h"
#include "helia_runtime.h"

enum { COLUMN = 64 };

/* Nine taps from the first of four columns of four rows on, `step` bytes apart. */
static int32_t patch_sum(const int8_t *patch, uint32_t step, const int8_t *weights, int32_t sum)
{
    for (uint32_t kx = 0; kx < 3; ++kx) {
        sum = helia_dot_s8(patch + kx * step, weights + 3 * kx, 3, 0, sum);
    }
    return sum;
}

/* Output i of an entry: its sum for the channel whose band and weights are given. */
static int32_t square_sum(const helia_dw_mve_squares_t *e, uint32_t i, const int8_t *band,
                          const int8_t *weights, int32_t sum)
{
    const uint32_t *at = e->patches[i % 2];
    const uint32_t inside = i / 2;

    return patch_sum(band + at[inside % 2] + inside / 2, at[1] - at[0], weights, sum);
}

static int32_t column_sum(const helia_dw_mve_columns_t *e, uint32_t i, const int8_t *band,
                          const int8_t *weights, int32_t sum)
{
    const uint32_t *at = e->patches[i % 2 * 2 + i / 4];

    return patch_sum(band + at[0] + i / 2 % 2, at[1] - at[0], weights, sum);
}

static int32_t pair_sum(const helia_dw_mve_pairs_t *e, uint32_t i, const int8_t *band,
                        const int8_t *weights, int32_t sum)
{
    const uint32_t at = e->pairs[i % 2 * 2 + i / 4] + i / 2 % 2 * (2 * COLUMN);

    return patch_sum(band + at, COLUMN, weights, sum);
}

static int8_t result(const helia_dw_mve_band_t *b, int32_t sum, const int32_t *params)
{
    if (b->form == HELIA_FORM_LINEAR_4 || b->form == HELIA_FORM_LINEAR_2) {
        return helia_line_mve(sum, params[1], params[2], b->form == HELIA_FORM_LINEAR_4 ? 4 : 2);
    }
    return helia_requantize_s8(sum, params[1], params[2], b->offset, INT8_MIN, INT8_MAX);
}

/* Output `lane` of an entry for the channel whose band and weights are given: its sum and place. */
static int32_t lane_sum(const helia_dw_mve_band_t *b, uint32_t entry, uint32_t lane,
                        const int8_t *band, const int8_t *weights, int32_t sum, uint32_t *to)
{
    const helia_dw_mve_squares_t *squares = b->table;
    const helia_dw_mve_pairs_t *pairs = b->table;
    const helia_dw_mve_columns_t *columns = (const void *)(squares + b->entries);

    if (b->stride == 2) {
        *to = pairs[entry].outputs[lane];
        return pair_sum(&pairs[entry], lane, band, weights, sum);
    }
    if (entry < b->entries) {
        *to = squares[entry].outputs[lane];
        return square_sum(&squares[entry], lane, band, weights, sum);
    }
    *to = columns[entry - b->entries].outputs[lane];
    return column_sum(&columns[entry - b->entries], lane, band, weights, sum);
}

/*
 * The portable body of the tiles that helia_dw_mve_asm.h has for MVE: outputs of up to 16 channels
 * from a band. 32-bit wrapping accumulators, requantization in the form of the band.
 */
void helia_dw_mve_plain(const helia_dw_mve_band_t *b)
{
    for (uint32_t i = 0; i < 8 * (b->entries + b->columns) * b->channels; ++i) {
        const uint32_t c = i % b->channels;
        const int32_t *params = b->params + 3 * c;
        uint32_t to = 0;
        const int32_t sum = lane_sum(b, i / b->channels / 8, i / b->channels % 8, b->band + 4 * c,
                                     b->weights + 9 * c, params[0], &to);
        b->output[to + c] = result(b, sum, params);
    }
}

#endif
