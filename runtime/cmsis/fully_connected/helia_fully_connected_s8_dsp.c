/* SPDX-License-Identifier: Apache-2.0 */

/*
 * FULLY_CONNECTED int8 on pair-packed weights, per tensor or per channel: any depth, units, batch.
 *
 * Layout: the stream that helia_fully_connected_dsp.h describes; the input's zero point is in the
 * biases. Accumulators of 32 bits, proved not to overflow; where 256 times the sum of a unit b
 * could, the depth is cut into parts that cannot (raw), and their sums are requantized here.
 * Rounding: a certified form of helia_dsp.h, or the double rounding of TFLM itself.
 * Scratch: one part of a row of inputs as int16, then the sums of all
 * units where the form is raw. Source of the arithmetic: own.
 */
#include <string.h>

#include "helia_clamp_dsp.h"
#include "helia_conv_dsp_pairs.h"
#include "helia_fully_connected_dsp.h"
#include "helia_fully_connected_dsp_widen.h"
#include "helia_kernels.h"

/* Inputs from `first` on, at most one part of them, as int16. */
#if HELIA_DSP

static void widen(const helia_fully_connected_s8_dsp_t *d, const int8_t *input, int32_t first,
                  int32_t *inputs)
{
    int32_t *const end = inputs + 4 * d->groups;
    const int32_t count = helia_min(d->depth - first, 8 * d->groups);
    int8_t rest[8] = {0};
    int32_t *to = helia_fully_connected_dsp_widen(input + first, inputs, count >> 3);

    if (to != end) {
        memcpy(rest, input + first + (count & ~7), (size_t)(count & 7));
        to = helia_fully_connected_dsp_widen(rest, to, 1);
        memset(to, 0, (size_t)(end - to) * sizeof *to);
    }
}

/* Whole blocks: to int8 results, or added to int32 sums where the form is raw. */
static const int32_t *blocks_of(const helia_fully_connected_s8_dsp_t *d, const int32_t *inputs,
                                const int32_t *stream, void *output, const void *end)
{
    const helia_fully_connected_dsp_t blocks = {inputs,    output, end, inputs + 4 * d->groups,
                                                d->groups, d->form};

    return output == end ? stream : helia_fully_connected_dsp(&blocks, stream);
}

#else /* the portable twin */

static void widen(const helia_fully_connected_s8_dsp_t *d, const int8_t *input, int32_t first,
                  int32_t *inputs)
{
    const int32_t count = helia_min(d->depth - first, 8 * d->groups);
    int16_t *to = (int16_t *)(void *)inputs;

    memset(to, 0, (size_t)(8 * d->groups) * sizeof *to);
    for (int32_t i = 0; i < count; ++i) {
        to[(i & ~3) | ((i & 1) << 1) | ((i >> 1) & 1)] = input[first + i];
    }
}

/* Four sums of a block; returns where the stream goes on. */
static const int32_t *sums_of(const helia_fully_connected_s8_dsp_t *d, const int32_t *inputs,
                              const int32_t *stream, int32_t *sums)
{
    const int16_t *x = (const int16_t *)(const void *)inputs;
    uint32_t low[2] = {(uint32_t)stream[4], (uint32_t)stream[5]};
    uint32_t both[2] = {(uint32_t)stream[6], (uint32_t)stream[7]};

    for (int32_t k = 0; k < 8 * d->groups; ++k) {
        for (int32_t p = 0; p < 2; ++p) {
            const int32_t word = (k & ~1) + p;
            const uint32_t half = (uint32_t)stream[word < 4 ? word : word + 4] >> (16 * (k & 1));

            low[p] += (uint32_t)(x[k] * (int8_t)(half & 0xff));
            both[p] += (uint32_t)(x[k] * (int16_t)(half & 0xffff));
        }
    }
    for (int32_t p = 0; p < 2; ++p) {
        sums[2 * p] = (int32_t)low[p];
        sums[2 * p + 1] = (int32_t)(both[p] - low[p]) / 256;
    }
    return stream + 4 + 8 * d->groups;
}

static const int32_t *blocks_of(const helia_fully_connected_s8_dsp_t *d, const int32_t *inputs,
                                const int32_t *stream, void *output, const void *end)
{
    const int32_t width = d->form == HELIA_DSP_ROUNDED ? 3 : 2;
    int32_t *raw = output;
    int8_t *to = output;
    int32_t sums[4];

    if (d->form == HELIA_DSP_RAW) {
        for (; raw != end; raw += 4) {
            stream = sums_of(d, inputs, stream, sums);
            for (int32_t i = 0; i < 4; ++i) {
                raw[i] = helia_wrapping_add(raw[i], sums[i]);
            }
        }
        return stream;
    }
    for (; to != end; to += 4, stream += 4 * width) {
        stream = sums_of(d, inputs, stream, sums);
        for (int32_t i = 0; i < 4; i += 2) {
            to[i] = helia_dsp_requantize(sums[i], stream + i * width, d->form);
            to[i + 1] = helia_dsp_requantize_b(sums[i + 1], stream + (i + 1) * width, d->form);
        }
    }
    return stream;
}

#endif

/* All parts into sums that start at zero, then the reference's requantization. */
static void row_raw(const helia_fully_connected_s8_dsp_t *d, const int8_t *input,
                    const int32_t *stream, int8_t *output, int32_t *inputs)
{
    const int32_t *const segments = stream;
    int32_t *sums = inputs + 4 * d->groups;

    stream += d->segments;
    memset(sums, 0, (size_t)d->slots * sizeof *sums);
    for (int32_t first = 0; first < d->depth; first += 8 * d->groups) {
        widen(d, input, first, inputs);
        stream = blocks_of(d, inputs, stream, sums, sums + d->slots);
    }
    for (int32_t s = 0; s < d->segments; ++s) {
        const int32_t end = helia_conv_dsp_end(segments[s]);

        HELIA_ROLLED
        for (int32_t u = helia_conv_dsp_first(segments[s]); u < end; ++u, ++stream, ++sums) {
            if (u < d->units) {
                output[u] =
                    helia_requantize_s8(helia_wrapping_add(*sums, *stream), stream[d->slots],
                                        stream[2 * d->slots], d->output_zero, -128, 127);
            }
        }
    }
}

/* The blocks of a segment; the last may reach past the units. */
static const int32_t *one_segment(const helia_fully_connected_s8_dsp_t *d, int32_t segment,
                                  const int32_t *inputs, const int32_t *stream, int8_t *output)
{
    const int32_t end = helia_conv_dsp_end(segment);
    const int32_t whole = end > d->units ? end - 4 : end;
    int8_t rest[4];

    stream = blocks_of(d, inputs, stream, output + helia_conv_dsp_first(segment), output + whole);
    if (whole != end) {
        stream = blocks_of(d, inputs, stream, rest, rest + 4);
        memcpy(output + whole, rest, (size_t)(d->units - whole));
    }
    return stream;
}

static void row(const helia_fully_connected_s8_dsp_t *d, const int8_t *input, const int32_t *stream,
                int8_t *output, int32_t *inputs)
{
    const int32_t *const segments = stream;

    stream += d->segments;
    widen(d, input, 0, inputs);
    for (int32_t s = 0; s < d->segments; ++s) {
        stream = one_segment(d, segments[s], inputs, stream, output);
    }
}

void helia_fully_connected_s8_dsp(const helia_fully_connected_s8_dsp_t *d, const int8_t *input,
                                  const int32_t *weights, int8_t *output, int32_t *scratch)
{
    for (int32_t b = 0; b < d->batches; ++b) {
        const int8_t *from = input + b * d->depth;
        int8_t *to = output + b * d->units;

        if (d->form == HELIA_DSP_RAW) {
            row_raw(d, from, weights, to, scratch);
        } else {
            row(d, from, weights, to, scratch);
        }
        helia_clamp_dsp(to, d->units, d->act_min, d->act_max);
    }
}
