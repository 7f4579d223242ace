/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_clamp_mve.h"
#include "helia_fc_tile_mve.h"
#include "helia_kernels.h"
#include "helia_move_mve.h"
#include "helia_requant_mve.h"
#include "helia_runtime.h"

enum { OCTET = 8, MOST_OCTETS = 32, QUANT_WORDS = 16 };

/* One row of the batch at work. */
typedef struct {
    const helia_fully_connected_s8_mve_t *d;
    const int8_t *x;
    const int8_t *weights;
    const int32_t *bias;
    const int32_t *quant;
    int32_t *acc;
    helia_requant_mve_t requant;
} fully_connected_t;

static void requantize(fully_connected_t *f, uint32_t octets)
{
    const uint32_t together = f->d->per_channel ? 1 : octets;

    for (uint32_t i = 0; i < octets; i += together) {
        helia_requant_mve(&f->requant, f->acc + 4 * i, together, octets, f->quant);
        f->requant.output += OCTET * together;
        f->quant += f->d->per_channel ? QUANT_WORDS : 0;
    }
}

/* An even number of octets of channels, or one. */
static void whole_octets(fully_connected_t *f, uint32_t octets)
{
    helia_expect_aligned(f->x, 4);
    helia_expect_aligned(f->weights, 4);
    helia_expect_aligned(f->acc, 4);
    helia_fc_tile_mve(f->x, f->weights, f->acc, octets, f->bias, f->d->depth);
    requantize(f, octets);
    f->weights += OCTET * octets * f->d->depth;
    f->bias += OCTET * octets;
}

#if defined(__ARM_FEATURE_MVE)

/* Four rows of weights, or one, times x. */
static void four_rows(const int8_t *x, const int8_t *w, uint32_t depth, int32_t *sums)
{
    const int8_t *rows[4] = {w, w + depth, w + 2 * depth, w + 3 * depth};
    int32_t a = sums[0];
    int32_t b = sums[1];
    int32_t c = sums[2];
    int32_t d = sums[3];

    for (uint32_t chunks = depth / 16; chunks > 0; --chunks) {
        const int8x16_t v = vldrbq_s8(x);
        a = vmladavaq_s8(a, v, vldrbq_s8(rows[0]));
        b = vmladavaq_s8(b, v, vldrbq_s8(rows[1]));
        c = vmladavaq_s8(c, v, vldrbq_s8(rows[2]));
        d = vmladavaq_s8(d, v, vldrbq_s8(rows[3]));
        x += 16;
        rows[0] += 16;
        rows[1] += 16;
        rows[2] += 16;
        rows[3] += 16;
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}

static int32_t one_row(const int8_t *x, const int8_t *w, uint32_t depth, int32_t sum)
{
    for (uint32_t chunks = depth / 16; chunks > 0; --chunks) {
        sum = vmladavaq_s8(sum, vldrbq_s8(x), vldrbq_s8(w));
        x += 16;
        w += 16;
    }
    return sum;
}

static void rows_of_tail(const fully_connected_t *f, uint32_t n, int32_t *sums)
{
    uint32_t i = 0;

    if (n >= 4) {
        four_rows(f->x, f->weights, f->d->depth, sums);
        i = 4;
    }
    for (; i < n; ++i) {
        sums[i] = one_row(f->x, f->weights + i * f->d->depth, f->d->depth, sums[i]);
    }
}

#else

static void rows_of_tail(const fully_connected_t *f, uint32_t n, int32_t *sums)
{
    const int32_t depth = f->d->depth;

    for (uint32_t i = 0; i < n; ++i) {
        sums[i] = helia_dot_s8(f->x, f->weights + i * f->d->depth, depth, 0, sums[i]);
    }
}

#endif

/* Fewer than eight channels: their rows of weights are not interleaved. */
static void tail(fully_connected_t *f, uint32_t n)
{
    int32_t sums[OCTET] = {0};

    for (uint32_t i = 0; i < n; ++i) {
        sums[i] = f->bias[i];
    }
    rows_of_tail(f, n, sums);
    for (uint32_t i = 0; i < OCTET; ++i) {
        f->acc[4 * (i % 2) + i / 2] = sums[i];
    }
    f->requant.lanes = (uint8_t)n;
    requantize(f, 1);
}

/*
 * Fully connected, a row of the batch at a time.
 *
 * Layout: weights in groups of eight channels [depth / 16][8][16], depth padded with zeros, then
 * the rows of the last outputs % 8 channels. Two groups stand for two octets of channels: the even
 * channels of both, then the odd ones; of more octets, up to 32, all even halves come first. A
 * single octet is one group. params: a bias per channel in that order, then multipliers and shifts
 * (eight each, even channels first) per octet, or once.
 * Accumulator: 32 bits, wrapping, the input zero point folded into the bias. Rounding: see
 * helia_requant_mve. Source of the arithmetic: the int8 reference kernel of TFLM.
 */
void helia_fully_connected_s8_mve(const helia_fully_connected_s8_mve_t *d, const int8_t *input,
                                  const int8_t *weights, const int32_t *params, int8_t *output,
                                  int8_t *scratch)
{
    int8_t *padded = scratch + d->padded_at;
    int8_t *out = output;

    for (uint32_t row = 0; row < d->batches; ++row) {
        fully_connected_t f = {d,
                               input,
                               weights,
                               params,
                               params + d->outputs,
                               (int32_t *)(void *)scratch,
                               {out, OCTET, d->output_offset, d->form, OCTET}};
        uint32_t octets = d->outputs / OCTET;
        if (d->depth != d->inputs) {
            helia_fill_mve(padded + d->depth - 16, 0, 16);
            helia_copy_mve(padded, input, d->inputs);
            f.x = padded;
        }
        while (octets > 0) {
            const uint32_t even = octets < MOST_OCTETS ? octets & ~1u : MOST_OCTETS;
            const uint32_t n = even == 0 ? 1 : even;
            whole_octets(&f, n);
            octets -= n;
        }
        if (d->outputs % OCTET != 0) {
            tail(&f, d->outputs % OCTET);
        }
        input += d->inputs;
        out += d->outputs;
    }
    helia_clamp_mve(output, (uint32_t)d->batches * d->outputs, d->act_min, d->act_max);
}
