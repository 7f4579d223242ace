/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Layout: NHWC. The columns of three neighbouring positions are widened to int16 where they are, if
 * they lie inside the image; a run that reaches over the border is clipped into a copy first.
 * Images of few channels are rather copied with their padding. Positions are counted over the rows;
 * the last three are done again rather than one or two alone. The assembly writes three columns of
 * output: fewer, or columns of one channel, go through a copy. Accumulators, rounding and source of
 * the arithmetic: helia_conv_2d_s8_dsp.c.
 */
#include "helia_conv_dsp_image.h"

#if HELIA_DSP
#include <string.h>

#include "helia_clamp_dsp.h"
#include "helia_conv_dsp_pairs.h"
#include "helia_conv_dsp_triples.h"
#include "helia_conv_dsp_widen.h"

/* The image that columns are taken from: the input, or its padded copy. */
typedef struct {
    const helia_conv_2d_s8_dsp_t *d;
    const int8_t *input;
    const int8_t *end;
    int32_t height;
    int32_t width;
    int32_t pad_h;
    int32_t pad_w;
} image_t;

/* What is the same for all columns: the arguments of the assembly, filled in as far as they are. */
typedef struct {
    image_t image;
    helia_conv_dsp_runs_t runs;
    helia_conv_dsp_tile_t tile;
    int32_t *columns;
    int8_t *zeros;
    int32_t last_whole; /* the last place of the image that the words of a run fit behind */
    int32_t *sums; /* of three columns, where the form is raw */
    const int32_t *segments;
    const int32_t *stream;
} work_t;

/* Zero points, by words; `bytes` is a multiple of four. */
static void fill(int8_t *to, int32_t zero, int32_t bytes)
{
    const uint32_t four = helia_four_dsp(zero);

    HELIA_ROLLED
    for (int32_t i = 0; i < bytes; i += 4) {
        memcpy(to + i, &four, sizeof four);
    }
}

static image_t pad_image(const image_t *from, int8_t *copy)
{
    const helia_conv_2d_s8_dsp_t *d = from->d;
    const int32_t row = d->padded_w * d->in_c;
    const int32_t rows = helia_min(from->height, d->padded_h - from->pad_h);
    const int32_t bytes = helia_min(from->width, d->padded_w - from->pad_w) * d->in_c;
    const image_t image = {d, copy, copy + d->padded_h * row + 3, d->padded_h, d->padded_w, 0, 0};

    fill(copy, d->input_zero, (d->padded_h * row + 3) & ~3);
    for (int32_t y = 0; y < rows; ++y) {
        memcpy(copy + (y + from->pad_h) * row + from->pad_w * d->in_c,
               from->input + y * from->width * d->in_c, (size_t)bytes);
    }
    return image;
}

/* Where the byte of a run in the tail goes. */
static int16_t *tail_of(const work_t *work, int32_t run)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    int32_t *tail = work->columns + 6 * d->words * d->kernel_h * d->runs_w;

    return d->tail ? (int16_t *)(void *)tail + (run >> 1) * 6 + (run & 1) : NULL;
}

/* The runs of `runs` for every column of the kernel that starts one. */
static void take_runs(work_t *work)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    const int32_t right = d->dilation_w * d->in_c;
    helia_conv_dsp_runs_t runs = work->runs;
    int32_t *to = work->columns;

    for (int32_t kx = 0; kx < d->runs_w; ++kx) {
        runs.tail = tail_of(work, kx * d->kernel_h);
        to = helia_conv_dsp_widen(&runs, to);
        HELIA_ROLLED
        for (int32_t j = 0; j < 3; ++j) {
            runs.column[j] += right;
        }
    }
}

/* The runs of a column of the kernel, as far as they lie inside the image horizontally. */
typedef struct {
    int32_t y; /* row of the next run */
    int32_t height; /* of the image, or 0 where no run has a part inside */
    int32_t at; /* where its part starts in the image */
    int32_t last; /* whole runs up to there are read where they are */
    int32_t before; /* zero points ahead of a part */
    int32_t bytes;
    int8_t *clip; /* has the zero points of a run in part */
} strip_t;

static strip_t strip_at(const work_t *work, int32_t position, int32_t kx, int8_t *clip)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    const int32_t y = position / d->out_w;
    const int32_t x = (position - y * d->out_w) * d->stride_w - work->image.pad_w;
    const int32_t left = x + kx * d->dilation_w;
    const int32_t first = helia_max(left, 0);
    const int32_t pixels = helia_min(left + d->span, work->image.width) - first;
    strip_t strip;

    strip.y = y * d->stride_h - work->image.pad_h;
    strip.height = pixels > 0 ? work->image.height : 0;
    strip.at = (strip.y * work->image.width + first) * d->in_c;
    strip.before = (first - left) * d->in_c;
    strip.bytes = pixels * d->in_c;
    strip.last = pixels == d->span ? work->last_whole : -1;
    strip.clip = clip;
    if (strip.bytes < d->run_bytes) {
        fill(clip, d->input_zero, d->run_bytes);
    }
    return strip;
}

/* The next run of a strip: where it is, or clipped, or the run of zero points. */
static const int8_t *next_run(const work_t *work, strip_t *strip)
{
    const int32_t y = strip->y;
    const int32_t at = strip->at;

    strip->y = y + work->image.d->dilation_h;
    strip->at = at + work->runs.distance;
    if ((uint32_t)y >= (uint32_t)strip->height) {
        return work->zeros;
    }
    if (at <= strip->last) {
        return work->image.input + at;
    }
    memcpy(strip->clip + strip->before, work->image.input + at, (size_t)strip->bytes);
    return strip->clip;
}

/* Up to three columns that may touch the border, or the end of the image: run by run. */
static void take_clipped(work_t *work, int32_t position, int32_t count)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    helia_conv_dsp_runs_t *runs = &work->runs;
    int32_t *to = work->columns;
    strip_t strips[3];

    runs->runs = 1;
    for (int32_t kx = 0; kx < d->runs_w; ++kx) {
        HELIA_ROLLED
        for (int32_t j = 0; j < 3; ++j) {
            strips[j] = strip_at(work, helia_min(position + j, position + count - 1), kx,
                                 work->zeros + (j + 1) * d->run_bytes);
        }
        for (int32_t ky = 0; ky < d->kernel_h; ++ky) {
            HELIA_ROLLED
            for (int32_t j = 0; j < 3; ++j) {
                runs->column[j] = next_run(work, &strips[j]);
            }
            runs->tail = tail_of(work, kx * d->kernel_h + ky);
            to = helia_conv_dsp_widen(runs, to);
        }
    }
    runs->runs = d->kernel_h;
    runs->tail = tail_of(work, 0);
}

/* All output channels of three columns, part by part, by the reference's requantization. */
static void three_raw_columns(work_t *work, int8_t *output)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    const int32_t *stream = work->stream;
    const int32_t *sums = work->sums;

    memset(work->sums, 0, (size_t)(3 * d->slots) * sizeof *work->sums);
    work->tile.columns = work->columns;
    for (int32_t step = 0; step < d->steps; step += d->part_steps) {
        work->tile.output = work->sums;
        work->tile.output_end = work->sums + 3 * d->slots;
        stream = helia_conv_dsp_pairs(&work->tile, stream);
        work->tile.columns += 3 * d->part_steps;
    }
    for (int32_t s = 0; s < d->segments; ++s) {
        const int32_t end = helia_conv_dsp_end(work->segments[s]);

        HELIA_ROLLED
        for (int32_t c = helia_conv_dsp_first(work->segments[s]); c < end; ++c, ++stream) {
            HELIA_ROLLED
            for (int32_t j = 0; j < 3; ++j) {
                output[j * work->tile.stride + c] = helia_conv_dsp_finish(d, *sums++, stream);
            }
        }
    }
}

/* All output channels of three columns. */
static void three_columns(work_t *work, int8_t *output)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    const int32_t *stream = work->stream;

    if (d->form == HELIA_DSP_RAW) {
        three_raw_columns(work, output);
        return;
    }
    for (int32_t s = 0; s < d->segments; ++s) {
        work->tile.output = output + helia_conv_dsp_first(work->segments[s]);
        work->tile.output_end = output + helia_conv_dsp_end(work->segments[s]);
        stream = helia_conv_dsp_pairs(&work->tile, stream);
    }
}

/* Columns that cannot be written in place: fewer than three, or where a block reaches past them. */
static void through_copy(work_t *work, int8_t *output, int8_t *copy)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    const int32_t positions = d->out_h * d->out_w;

    for (int32_t n = 0; n < positions; n += 3) {
        const int32_t count = helia_min(positions - n, 3);

        take_clipped(work, n, count);
        three_columns(work, copy);
        HELIA_ROLLED
        for (int32_t j = 0; j < count; ++j) {
            memcpy(output + (n + j) * d->out_c, copy + j * (d->out_c + 1), (size_t)d->out_c);
        }
    }
}

/* How many columns from `position` on lie inside the image, in one row of the output. */
static int32_t inside(const image_t *image, int32_t position, const int8_t **from)
{
    const helia_conv_2d_s8_dsp_t *d = image->d;
    const int32_t y0 = position / d->out_w;
    const int32_t x0 = position - y0 * d->out_w;
    const int32_t y = y0 * d->stride_h - image->pad_h;
    const int32_t x = x0 * d->stride_w - image->pad_w;
    const int32_t row = image->width * d->in_c;
    const int32_t room = image->width - d->reach_w - x;
    int32_t count;

    *from = image->input + y * row + x * d->in_c;
    if (y < 0 || x < 0 || y + d->reach_h > image->height || room < 0) {
        return 0;
    }
    count = helia_min(d->out_w - x0, room / d->stride_w + 1);
    /* the words of the last run may reach past the end of the image */
    while (count > 0 && image->end - *from - (count - 1) * d->stride_w * d->in_c <
                            (d->reach_h - 1) * row + d->last_read) {
        --count;
    }
    return count;
}

/* The columns from `position` on into `runs`: how many triples of them are `step` bytes apart. */
static int32_t next_triples(work_t *work, int32_t position, int32_t step)
{
    const int8_t **from = work->runs.column;
    const int32_t count = inside(&work->image, position, &from[0]);

    from[1] = from[0] + step;
    from[2] = from[1] + step;
    if (count == 0 || count >= 3) {
        return count / 3;
    }
    return (count == 2 || inside(&work->image, position + 1, &from[1]) > 0) &&
           inside(&work->image, position + 2, &from[2]) > 0;
}

/* Triples whose runs the assembly reads where they are, all channels of each in one call. */
static void straight(work_t *work, int32_t triples, int32_t step, int8_t *output)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;

    work->tile.output = output;
    work->tile.output_end = output + d->out_c;
    helia_conv_dsp_triples(&work->runs, &work->tile, work->stream, triples, 3 * step, 3 * d->out_c);
}

/* The same run by run, and for several segments, and for parts. */
static void one_by_one(work_t *work, int32_t triples, int32_t step, int8_t *output)
{
    for (; triples > 0; --triples) {
        take_runs(work);
        three_columns(work, output);
        output += 3 * work->image.d->out_c;
        HELIA_ROLLED
        for (int32_t j = 0; j < 3; ++j) {
            work->runs.column[j] += 3 * step;
        }
    }
}

/* Triples in place; the last columns are done again rather than alone. */
static void in_place(work_t *work, int8_t *output)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    const int32_t step = d->stride_w * d->in_c;
    const int32_t positions = d->out_h * d->out_w;
    const int32_t direct = d->runs_w == 1 && d->segments == 1 && d->form != HELIA_DSP_RAW;

    for (int32_t n = 0; n < positions;) {
        int32_t triples;

        n = helia_min(n, positions - 3);
        triples = next_triples(work, n, step);
        if (triples == 0) {
            take_clipped(work, n, 3);
            three_columns(work, output + n * d->out_c);
            triples = 1;
        } else if (direct) {
            straight(work, triples, step, output + n * d->out_c);
        } else {
            one_by_one(work, triples, step, output + n * d->out_c);
        }
        n += 3 * triples;
    }
}

/* The parts of the scratch, and the image that columns are taken from. */
static int8_t *prepare(work_t *work, const int8_t *input, int32_t *columns)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    int8_t *rest = (int8_t *)(columns + 3 * d->steps);

    work->columns = columns;
    work->zeros = rest;
    fill(rest, d->input_zero, d->run_bytes);
    rest += 4 * d->run_bytes;
    work->image.input = input;
    work->image.end = input + d->in_h * d->in_w * d->in_c;
    work->image.height = d->in_h;
    work->image.width = d->in_w;
    work->image.pad_h = d->pad_h;
    work->image.pad_w = d->pad_w;
    if (d->padded_h > 0) {
        work->image = pad_image(&work->image, rest);
        rest += (work->image.end - work->image.input + 3) & ~3;
    }
    work->last_whole = (int32_t)(work->image.end - work->image.input) - 4 * d->words;
    work->sums = (int32_t *)(void *)rest;
    if (d->form == HELIA_DSP_RAW) {
        rest += 12 * d->slots;
    }
    return rest;
}

/* What is the same for all columns in the arguments of the assembly. */
static void describe(work_t *work)
{
    const helia_conv_2d_s8_dsp_t *d = work->image.d;
    const int32_t start = (int32_t)((uintptr_t)work->image.input & 3);

    work->runs.entry = NULL;
    work->runs.runs = d->kernel_h;
    work->runs.tail = tail_of(work, 0);
    work->runs.distance = d->dilation_h * work->image.width * d->in_c;
    work->runs.words = d->words;
    work->runs.paired = ((d->in_c | start) & 3) == 0 && (d->words & 1) == 0;
    work->tile.columns = work->columns;
    work->tile.stride = d->copied ? d->out_c + 1 : d->out_c;
    work->tile.stride_two = 2 * work->tile.stride;
    work->tile.entries[0] = NULL;
    work->tile.steps = d->part_steps;
    work->tile.form = d->form;
}

void helia_conv_dsp_image(const helia_conv_2d_s8_dsp_t *d, const int8_t *input,
                          const int32_t *stream, int8_t *output, int32_t *scratch)
{
    work_t work;
    int8_t *copy;

    work.image.d = d;
    work.segments = stream;
    work.stream = stream + d->segments;
    copy = prepare(&work, input, scratch);
    describe(&work);
    if (d->copied) {
        through_copy(&work, output, copy);
    } else {
        in_place(&work, output);
    }
}
#endif
