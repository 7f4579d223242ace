/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_conv_mve_block.h"
#include "helia_conv_mve_window.h"
#include "helia_runtime.h"
#include "helia_strips_mve.h"
#include "helia_zero_points_mve.h"

/* What of the band lies on the image, from `left` on: the same for all rows of outputs. */
typedef struct {
    uint32_t at; /* where it begins in a row of the band */
    int32_t column;
    uint32_t nbytes;
    int32_t fresh; /* whether the columns beside the image are still to be filled */
} inside_t;

static inside_t columns_inside(const helia_conv_2d_s8_mve_t *d, int32_t left)
{
    const int32_t width = d->pitch / d->input_c;
    const int32_t first = helia_clamp(-left, 0, width);
    const int32_t end = helia_clamp(d->input_w - left, first, width);
    const inside_t in = {(uint32_t)(first * d->input_c), left + first,
                         (uint32_t)((end - first) * d->input_c), end - first < width};

    return in;
}

/* The input rows under outputs of one row; what is outside of the image are zero points. */
static void fill_band(const helia_conv_2d_s8_mve_t *d, const int8_t *image, int32_t top,
                      inside_t *in, int8_t *band)
{
    const int32_t pitch = d->input_w * d->input_c;
    const helia_span_t rows = helia_taps_inside(top, d->input_h, d->kernel_h, d->dilation_h);
    const helia_strips_mve_t s = {(uint32_t)(rows.end - rows.first), in->nbytes,
                                  (uint32_t)(d->dilation_h * pitch), d->pitch};

    if (s.n < d->kernel_h || in->fresh) {
        helia_zero_points_mve(band, (int8_t)d->input_zero, (uint32_t)d->kernel_h * d->pitch);
        in->fresh = 0;
    }
    if (in->nbytes > 0 && s.n > 0) {
        helia_strips_mve(&s, band + rows.first * d->pitch + in->at,
                         image + (top + rows.first * d->dilation_h) * pitch +
                             in->column * d->input_c);
    }
}

/* Where in the band the taps from k on, a multiple of 16, begin. */
static uint32_t base_of(const helia_conv_2d_s8_mve_t *d, const uint8_t *offsets, uint32_t k)
{
    const uint8_t *base = offsets + (d->depth < 16 ? 16 : d->depth) + k / 8;

    return base[0] + 256u * base[1];
}

#if defined(__ARM_FEATURE_MVE)

/* Sixteen bytes of n patches: the distance of their taps is the same in all of them. */
static void gather_one(const int8_t *band, uint8x16_t taps, int8_t *to, uint32_t n, uint32_t step,
                       uint32_t depth)
{
    do {
        vstrbq_s8(to, vldrbq_gather_offset_s8(band, taps));
        band += step;
        to += depth;
    } while (--n != 0);
}

/* Sixteen bytes and the sixteen after them. */
static void gather_two(const int8_t *first, const int8_t *second, const uint8_t *offsets,
                       int8_t *to, uint32_t n, uint32_t step, uint32_t depth)
{
    const uint8x16_t first_taps = vldrbq_u8(offsets);
    const uint8x16_t second_taps = vldrbq_u8(offsets + 16);

    do {
        vstrbq_s8(to, vldrbq_gather_offset_s8(first, first_taps));
        vstrbq_s8(to + 16, vldrbq_gather_offset_s8(second, second_taps));
        first += step;
        second += step;
        to += depth;
    } while (--n != 0);
}

static void gather(const helia_conv_2d_s8_mve_t *d, const int8_t *band, const uint8_t *offsets,
                   int8_t *to, uint32_t n)
{
    const uint32_t step = (uint32_t)d->stride_w * d->input_c;
    uint32_t k = 0;

    for (; k + 32 <= d->depth; k += 32) {
        gather_two(band + base_of(d, offsets, k), band + base_of(d, offsets, k + 16), offsets + k,
                   to + k, n, step, d->depth);
    }
    if (k < d->depth) {
        gather_one(band + base_of(d, offsets, k), vldrbq_u8(offsets + k), to + k, n, step,
                   d->depth);
    }
}

#else

static void gather(const helia_conv_2d_s8_mve_t *d, const int8_t *band, const uint8_t *offsets,
                   int8_t *to, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t k = 0; k < d->depth; ++k) {
            *to++ = band[base_of(d, offsets, k - k % 16) + offsets[k]];
        }
        band += d->stride_w * d->input_c;
    }
}

#endif

/*
 * Patches of an image, gathered from a band by byte offsets that the compiler computed: 16 taps at
 * a time, which lie within 256 bytes. Scratch: accumulators, patches, band.
 */
void helia_conv_mve_window(helia_conv_mve_t *c, const int8_t *image)
{
    const helia_conv_2d_s8_mve_t *d = c->d;
    int8_t *patches = c->scratch + d->patches_at;
    int8_t *band = c->scratch + d->band_at;
    const uint32_t positions = (uint32_t)d->output_h * d->output_w;
    inside_t in = {0, 0, 0, 0};
    uint32_t ready = 0;
    uint32_t done = 0;

    for (int32_t y = 0; y < d->output_h; ++y) {
        for (int32_t x = 0; x < d->output_w; x += d->tile_w) {
            const int32_t left = x * d->stride_w - d->pad_w;
            const uint32_t n = (uint32_t)helia_min(d->output_w - x, d->tile_w);
            if (y == 0 || d->tile_w < d->output_w) {
                in = columns_inside(d, left);
            }
            fill_band(d, image, y * d->stride_h - d->pad_h, &in, band);
            gather(d, band, c->offsets, patches + ready * d->depth, n);
            ready += n;
            done += n;
            if (ready + d->tile_w > d->block || done == positions) {
                helia_conv_mve_block(c, patches, ready, ready + ready % 2);
                ready = 0;
            }
        }
    }
}
