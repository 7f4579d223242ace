/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_kernels.h"
#include "helia_runtime.h"

/* A window: its first element, its size where it meets the input. */
typedef struct {
    const int8_t *x;
    int32_t rows;
    int32_t columns;
} window_t;

#if defined(__ARM_FEATURE_MVE)

enum { BLOCK = 32 };

/* |sum| + count / 2 of eight channels over the count, by its reciprocal; then the sign again. */
static int16x8_t mean(int16x8_t sum, int32_t count)
{
    const uint32_t reciprocal = ((1u << 23) + (uint32_t)count - 1u) / (uint32_t)count;
    const uint16x8_t size =
        vaddq_n_u16(vreinterpretq_u16_s16(vabsq_s16(sum)), (uint16_t)(count / 2));
    const uint32x4_t even = vmulq_n_u32(vmovlbq_u16(size), reciprocal);
    const uint32x4_t odd = vmulq_n_u32(vmovltq_u16(size), reciprocal);
    uint16x8_t high = vshrnbq_n_u32(size, even, 16);
    high = vshrntq_n_u32(high, odd, 16);
    const int16x8_t y = vreinterpretq_s16_u16(vshrq_n_u16(high, 7));

    return vnegq_m_s16(y, y, vcmpltq_n_s16(sum, 0));
}

/* Eight sums to means within the clamp. */
static void store(const helia_average_pool_2d_s8_mve_t *d, const window_t *w, int16x8_t sum,
                  mve_pred16_t some, int8_t *output)
{
    const int16x8_t y =
        vminq_s16(mean(sum, w->rows * w->columns), vdupq_n_s16((int16_t)d->act_max));

    vstrbq_p_s16(output, vmaxq_s16(y, vdupq_n_s16((int16_t)d->act_min)), some);
}

/* Up to eight channels. Rows of a window as wide as the input are one row. */
static void pool_channels(const helia_average_pool_2d_s8_mve_t *d, const window_t *w, int32_t c,
                          int8_t *output)
{
    const mve_pred16_t some = vctp16q((uint32_t)(d->channels - c));
    const int32_t step = d->channels;
    const int32_t whole = w->columns == d->input_w;
    const int32_t columns = whole ? w->columns * w->rows : w->columns;
    int16x8_t sum = vdupq_n_s16(0);

    for (int32_t ky = whole ? 1 : w->rows; ky > 0; --ky) {
        const int8_t *x = w->x + (ky - 1) * d->input_w * step + c;
        for (int32_t kx = columns; kx > 0; --kx) {
            sum = vaddq_s16(sum, vldrbq_z_s16(x, some));
            x += step;
        }
    }
    store(d, w, sum, some, output + c);
}

/* A block of channels, whose loads share the steps of the loop. */
static void pool_block(const helia_average_pool_2d_s8_mve_t *d, const window_t *w, int32_t c,
                       int8_t *output)
{
    const int32_t step = d->channels;
    const int32_t whole = w->columns == d->input_w;
    const int32_t columns = whole ? w->columns * w->rows : w->columns;
    int16x8_t s0 = vdupq_n_s16(0), s1 = s0, s2 = s0, s3 = s0;

    for (int32_t ky = whole ? 1 : w->rows; ky > 0; --ky) {
        const int8_t *x = w->x + (ky - 1) * d->input_w * step + c;
        for (int32_t kx = columns; kx > 0; --kx) {
            s0 = vaddq_s16(s0, vldrbq_s16(x));
            s1 = vaddq_s16(s1, vldrbq_s16(x + 8));
            s2 = vaddq_s16(s2, vldrbq_s16(x + 16));
            s3 = vaddq_s16(s3, vldrbq_s16(x + 24));
            x += step;
        }
    }
    const int16x8_t sums[BLOCK / 8] = {s0, s1, s2, s3};
    for (int32_t i = 0; i < BLOCK / 8; ++i) {
        store(d, w, sums[i], 0xFFFF, output + c + 8 * i);
    }
}

static void pool_window(const helia_average_pool_2d_s8_mve_t *d, const window_t *w, int8_t *output)
{
    int32_t c = 0;

    for (; c + BLOCK <= d->channels; c += BLOCK) {
        pool_block(d, w, c, output);
    }
    for (; c < d->channels; c += 8) {
        pool_channels(d, w, c, output);
    }
}

#else

static void pool_window(const helia_average_pool_2d_s8_mve_t *d, const window_t *w, int8_t *output)
{
    const int32_t count = w->rows * w->columns;

    for (int32_t c = 0; c < d->channels; ++c) {
        int32_t sum = 0;
        for (int32_t i = 0; i < count; ++i) {
            sum += w->x[(i / w->columns * d->input_w + i % w->columns) * d->channels + c];
        }
        sum = (sum > 0 ? sum + count / 2 : sum - count / 2) / count;
        output[c] = (int8_t)helia_clamp(sum, d->act_min, d->act_max);
    }
}

#endif

/*
 * The mean of every window of at most 255 elements, clamped.
 *
 * Layout: input and output NHWC, one quantization for both. Accumulator: 16 bits, which 255
 * elements do not exceed. Rounding: half away from zero, by a reciprocal that is exact for such
 * counts. Elements on padding do not count and are not visited; every window meets the input.
 * Source of the arithmetic: the int8 reference AVERAGE_POOL_2D of TFLM.
 */
void helia_average_pool_2d_s8_mve(const helia_average_pool_2d_s8_mve_t *d, const int8_t *input,
                                  int8_t *output)
{
    for (int32_t n = 0; n < d->batches; ++n) {
        for (int32_t oy = 0; oy < d->output_h; ++oy) {
            const int32_t y = oy * d->stride_h - d->pad_h;
            const helia_span_t rows = helia_taps_inside(y, d->input_h, d->kernel_h, 1);
            for (int32_t ox = 0; ox < d->output_w; ++ox) {
                const int32_t x = ox * d->stride_w - d->pad_w;
                const helia_span_t columns = helia_taps_inside(x, d->input_w, d->kernel_w, 1);
                const int32_t at = (y + rows.first) * d->input_w + x + columns.first;
                const window_t w = {input + at * d->channels, rows.end - rows.first,
                                    columns.end - columns.first};
                pool_window(d, &w, output);
                output += d->channels;
            }
        }
        input += d->input_h * d->input_w * d->channels;
    }
}
