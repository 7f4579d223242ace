/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_conv_mve_runs.h"
#include "helia_conv_mve_block.h"
#include "helia_move_mve.h"
#include "helia_runtime.h"
#include "helia_strips_mve.h"
#include "helia_zero_points_mve.h"

/* Taps of one row of the kernel, of which some may lie beside the image. */
static void copy_taps(const helia_conv_2d_s8_mve_t *d, const int8_t *row, int32_t x, int8_t *to)
{
    for (int32_t kx = 0; kx < d->kernel_w; ++kx) {
        if (x < 0 || x >= d->input_w) {
            helia_zero_points_mve(to, (int8_t)d->input_zero, d->input_c);
        } else {
            helia_copy_mve(to, row + x * d->input_c, d->input_c);
        }
        x += d->dilation_w;
        to += d->input_c;
    }
}

/* The same taps of n positions side by side, all of them on the image. */
static void copy_inside(const helia_conv_2d_s8_mve_t *d, const int8_t *row, int32_t x, uint32_t n,
                        int8_t *to)
{
    const uint32_t taps = d->dilation_w == 1 ? d->kernel_w : 1;
    const helia_strips_mve_t s = {n, taps * d->input_c, (uint32_t)d->stride_w * d->input_c,
                                  d->depth};
    const int8_t *from = row + x * d->input_c;

    for (uint32_t kx = 0; kx < d->kernel_w; kx += taps) {
        helia_strips_mve(&s, to, from);
        from += d->dilation_w * d->input_c;
        to += s.nbytes;
    }
}

/* The patches of n positions, which are one or all inside, the first with its window at (y, x). */
static void copy_patches(const helia_conv_2d_s8_mve_t *d, const int8_t *image, int32_t y, int32_t x,
                         uint32_t n, int32_t inside, int8_t *to)
{
    const uint32_t run = (uint32_t)d->kernel_w * d->input_c;

    for (int32_t ky = 0; ky < d->kernel_h; ++ky) {
        const int32_t row = y * d->input_w * d->input_c;
        if (y < 0 || y >= d->input_h) {
            for (uint32_t i = 0; i < n; ++i) {
                helia_zero_points_mve(to + i * d->depth, (int8_t)d->input_zero, run);
            }
        } else if (inside) {
            copy_inside(d, image + row, x, n, to);
        } else {
            copy_taps(d, image + row, x, to);
        }
        y += d->dilation_h;
        to += run;
    }
}

/*
 * Patches of an image of any size, stride, dilation and padding. Bytes of a patch behind its last
 * tap, and the patch behind an odd number of them, hold anything: their weights are zero, their
 * sums are not used. Scratch: accumulators, patches.
 */
void helia_conv_mve_runs(helia_conv_mve_t *c, const int8_t *image)
{
    const helia_conv_2d_s8_mve_t *d = c->d;
    int8_t *patches = c->scratch + d->patches_at;
    const int32_t last = d->input_w - (d->kernel_w - 1) * d->dilation_w - 1;
    int32_t left = d->output_h * d->output_w;
    int32_t ready = 0;

    for (int32_t y = 0; y < d->output_h; ++y) {
        for (int32_t x = 0; x < d->output_w;) {
            const int32_t at = x * d->stride_w - d->pad_w;
            const int32_t inside = at >= 0 && at <= last;
            const int32_t room = helia_min(d->block - ready, d->output_w - x);
            const int32_t n = inside ? helia_min(room, (last - at) / d->stride_w + 1) : 1;
            copy_patches(d, image, y * d->stride_h - d->pad_h, at, (uint32_t)n, inside,
                         patches + ready * d->depth);
            x += n;
            ready += n;
            left -= n;
            if (ready == d->block || left == 0) {
                helia_conv_mve_block(c, patches, (uint32_t)ready, (uint32_t)(ready + ready % 2));
                ready = 0;
            }
        }
    }
}
