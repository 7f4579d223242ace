/* SPDX-License-Identifier: Apache-2.0 */

/*
 * DEPTHWISE_CONV_2D int8 with kernels up to 3x3, stride 1 or 2, four channels or more, of which
 * each makes one: any size, padding and batch.
 *
 * Layout: NHWC with the distances of rows and columns given, so that the compiler may exchange the
 * two; ring and stream of helia_depthwise_dsp_pack.h and helia_depthwise_dsp_rows.h, biases that
 * hold the input's zero point, so that padding counts as zero points. Accumulators of 32 bits,
 * proved not to overflow. Rounding: a certified form of helia_dsp.h, equal to the double rounding
 * of TFLM. Scratch: the ring. The last four channels are done as four, if need be some of them
 * again. Source of the arithmetic: own; vertical pairs make two rows of output from two words.
 */
#include "helia_clamp_dsp.h"
#include "helia_depthwise_dsp_pack.h"
#include "helia_depthwise_dsp_rows.h"
#include "helia_kernels.h"

#if HELIA_DSP

/* What does not change from four channels to the next. */
typedef struct {
    const helia_depthwise_conv_2d_s8_dsp_t *d;
    const int8_t *input;
    int32_t *ring;
    helia_depthwise_dsp_pack_t pack;
    helia_depthwise_dsp_rows_t rows;
} work_t;

/* What to pack for the pair, and those after it that are alike; returns the pair after them. */
static int32_t plan_pairs(const work_t *work, int32_t pair, int32_t last,
                          helia_depthwise_dsp_pack_t *pack)
{
    const helia_depthwise_conv_2d_s8_dsp_t *d = work->d;
    const int32_t first = 2 * pair - d->pad_h;
    const int32_t has_first = first >= 0 && first < d->in_h;
    const int32_t has_second = first + 1 >= 0 && first + 1 < d->in_h;

    *pack = work->pack;
    pack->ring = work->ring + pair;
    pack->pairs = 1;
    pack->from = work->input + (has_first ? first : first + 1) * d->in_row;
    if (has_first && has_second) {
        pack->rows = HELIA_DEPTHWISE_DSP_BOTH;
        pack->pairs = helia_min(last - pair, (d->in_h - first) >> 1);
    } else if (has_first) {
        pack->rows = HELIA_DEPTHWISE_DSP_FIRST;
    } else if (has_second) {
        pack->rows = HELIA_DEPTHWISE_DSP_SECOND;
    } else {
        pack->left = d->columns;
        pack->width = 0;
        pack->right = 0;
    }
    return pair + pack->pairs;
}

static void set_turns(work_t *work, int32_t rows)
{
    work->rows.twos = work->d->stride == 1 ? rows >> 1 : 0;
    work->rows.ones = rows - 2 * work->rows.twos;
}

/* Four channels of an image of more than three turns, three at a time. */
static void four_channels(work_t *work)
{
    const helia_depthwise_conv_2d_s8_dsp_t *d = work->d;
    helia_depthwise_dsp_rows_t *rows = &work->rows;
    const int32_t rows_per_turn = d->stride == 1 ? 2 : 1;
    int32_t packed = 0;
    int32_t turn = 0;

    for (int32_t left = d->out_h; left > 0;) {
        const int32_t count = helia_min(left, 3 * rows_per_turn);
        const int32_t turns = (count + rows_per_turn - 1) / rows_per_turn;

        while (packed <= turn + turns) {
            helia_depthwise_dsp_pack_t pack;

            packed = plan_pairs(work, packed, turn + turns + 1, &pack);
            helia_depthwise_dsp_pack(&pack);
        }
        rows->ring = work->ring + turn;
        set_turns(work, count);
        helia_depthwise_dsp_rows(rows);
        rows->output += count * d->out_row;
        turn += turns;
        left -= count;
    }
}

/* Leaves out the zero points, which stay where they are; returns how many packs are left. */
static int32_t without_zeros(helia_depthwise_dsp_pack_t *packs, int32_t count)
{
    int32_t kept = 0;

    HELIA_ROLLED
    for (int32_t i = 0; i < count; ++i) {
        if (packs[i].width > 0) {
            packs[kept] = packs[i];
            packs[kept].ring += 4 * packs[i].left;
            packs[kept].left = 0;
            packs[kept].right = 0;
            ++kept;
        }
    }
    return kept;
}

/* All channels of an image of at most three turns: what is packed differs by the channel alone. */
static void low_image(work_t *work, const int8_t *input, const int32_t *stream, int8_t *output,
                      int32_t words)
{
    const helia_depthwise_conv_2d_s8_dsp_t *d = work->d;
    const int32_t turns = d->stride == 1 ? (d->out_h + 1) >> 1 : d->out_h;
    helia_depthwise_dsp_pack_t packs[4];
    int32_t count = 0;

    work->input = input;
    for (int32_t packed = 0; packed <= turns; ++count) {
        packed = plan_pairs(work, packed, turns + 1, &packs[count]);
    }
    work->rows.ring = work->ring;
    set_turns(work, d->out_h);
    for (int32_t c = 0, before = 0; c < d->channels; c += 4) {
        const int32_t first = helia_min(c, d->channels - 4);

        HELIA_ROLLED
        for (int32_t i = 0; i < count; ++i) {
            packs[i].from += first - before;
            helia_depthwise_dsp_pack(&packs[i]);
        }
        if (c == 0) {
            count = without_zeros(packs, count);
        }
        before = first;
        work->rows.stream = stream + first * words;
        work->rows.output = output + first;
        helia_depthwise_dsp_rows(&work->rows);
    }
}

static void convolve(const helia_depthwise_conv_2d_s8_dsp_t *d, const int8_t *input,
                     const int32_t *stream, int8_t *output, int32_t *ring)
{
    const int32_t words = d->form == HELIA_DSP_ROUNDED ? 7 : 6;
    const uint32_t zero = (uint32_t)d->input_zero;
    work_t work;

    work.d = d;
    work.ring = ring;
    work.pack.rows = HELIA_DEPTHWISE_DSP_BOTH;
    work.pack.distance = d->in_row;
    work.pack.left = d->left;
    work.pack.width = d->width;
    work.pack.right = d->columns - d->left - d->width;
    work.pack.step = d->in_col;
    work.pack.plane = d->plane;
    work.pack.zeros = (int32_t)((zero & 0xffffu) | zero << 16);
    work.pack.zero_bytes = (int32_t)((zero & 0xffu) * 0x01010101u);
    work.rows.row = d->out_row;
    work.rows.step = d->out_col;
    work.rows.plane = d->plane;
    work.rows.width = d->out_w;
    work.rows.channels = 4;
    work.rows.form = d->form;
    work.rows.stride = d->stride;
    if (d->out_h <= (d->stride == 1 ? 6 : 3)) {
        low_image(&work, input, stream, output, words);
        return;
    }
    for (int32_t c = 0; c < d->channels; c += 4) {
        const int32_t first = helia_min(c, d->channels - 4);

        work.input = input + first;
        work.rows.stream = stream + first * words;
        work.rows.output = output + first;
        four_channels(&work);
    }
}

#else /* the portable twin */

static int32_t value_at(const helia_depthwise_conv_2d_s8_dsp_t *d, const int8_t *input, int32_t y,
                        int32_t x)
{
    return y >= 0 && y < d->in_h && x >= 0 && x < d->in_w ? input[y * d->in_row + x * d->in_col]
                                                          : d->input_zero;
}

/* One output of one channel, at the given place of the input. */
static int32_t sum_at(const helia_depthwise_conv_2d_s8_dsp_t *d, const int8_t *input,
                      const int32_t *stream, int32_t y, int32_t x)
{
    int32_t sum = stream[5];

    for (int32_t kx = 0; kx < 3; ++kx) {
        const uint32_t word = (uint32_t)stream[kx];

        sum += (int8_t)(word & 0xff) * value_at(d, input, y, x + kx);
        sum += (int8_t)(word >> 8 & 0xff) * value_at(d, input, y + 1, x + kx);
        sum += (int8_t)(word >> 24) * value_at(d, input, y + 2, x + kx);
    }
    return sum;
}

static void convolve(const helia_depthwise_conv_2d_s8_dsp_t *d, const int8_t *input,
                     const int32_t *stream, int8_t *output, int32_t *ring)
{
    const int32_t words = d->form == HELIA_DSP_ROUNDED ? 7 : 6;

    (void)ring;
    for (int32_t c = 0; c < d->channels; ++c, stream += words) {
        const int32_t constants[3] = {stream[3], stream[4], words == 7 ? stream[6] : 0};

        for (int32_t y = 0; y < d->out_h; ++y) {
            for (int32_t x = 0; x < d->out_w; ++x) {
                const int32_t sum = sum_at(d, input + c, stream, y * d->stride - d->pad_h,
                                           x * d->stride - d->pad_w);

                output[y * d->out_row + x * d->out_col + c] =
                    helia_dsp_requantize(sum, constants, d->form);
            }
        }
    }
}

#endif

void helia_depthwise_conv_2d_s8_dsp(const helia_depthwise_conv_2d_s8_dsp_t *d, const int8_t *input,
                                    const int32_t *weights, int8_t *output, int32_t *scratch)
{
    const int32_t size = d->out_h * d->out_w * d->channels;

    for (int32_t b = 0; b < d->batches; ++b) {
        int8_t *to = output + b * size;

        convolve(d, input + b * d->in_h * d->in_w * d->channels, weights, to, scratch);
        helia_clamp_dsp(to, size, d->act_min, d->act_max);
    }
}
