/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What every kernel shares: references into the regions, and exact fixed-point arithmetic.
 * Knows no operator, no descriptor and no model.
 *
 * Right shifts of negative numbers are arithmetic on every compiler this is built with; left
 * shifts are done on unsigned numbers, so that they wrap instead of being undefined.
 */
#ifndef HELIA_RUNTIME_H
#define HELIA_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/* Places an object at a multiple of `bytes`. */
#if defined(__GNUC__) || defined(__clang__)
#define HELIA_ALIGNED(bytes) __attribute__((aligned(bytes)))
#else
#error "define how this compiler aligns an object"
#endif

/* Ahead of a loop that is not worth code: clang repeats bodies that GCC leaves alone. */
#if defined(__clang__)
#define HELIA_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define HELIA_ROLLED
#endif

/* The reference of a tensor that is not there. */
#define HELIA_NO_REF UINT32_C(0xffffffff)

/* The tensor of a reference: region in the upper 4 bits, byte offset in the lower 28. */
static inline uint8_t *helia_at(uint8_t *const *regions, uint32_t ref)
{
    if (ref == HELIA_NO_REF) {
        return NULL;
    }
    return regions[ref >> 28] + (ref & UINT32_C(0x0fffffff));
}

/* Stops a module with checks where p is no multiple of bytes, a power of two: vector loads of words
 * fault there, but not on every emulator. */
static inline void helia_expect_aligned(const void *p, uintptr_t bytes)
{
#if defined(HELIA_CHECKS)
    if (((uintptr_t)p & (bytes - 1)) != 0) {
        __builtin_trap();
    }
#else
    (void)p;
    (void)bytes;
#endif
}

static inline int32_t helia_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t helia_max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline int32_t helia_clamp(int32_t x, int32_t low, int32_t high)
{
    return helia_min(helia_max(x, low), high);
}

/* a + b, wrapping as the machine does. */
static inline int32_t helia_wrapping_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

/* x * 2^shift, wrapping as the machine does; shift in 0..31. */
static inline int32_t helia_shift_left(int32_t x, int32_t shift)
{
    return (int32_t)((uint32_t)x << shift);
}

/*
 * a * b / 2^31 rounded to nearest, ties upwards. Source: gemmlowp's saturating rounding doubling
 * high multiply, whose truncated division of a nudged product equals this floor for both signs.
 * The one pair that saturates there (INT32_MIN, INT32_MIN) must not be passed.
 */
static inline int32_t helia_high_mul(int32_t a, int32_t b)
{
    return (int32_t)(((int64_t)a * b + (INT64_C(1) << 30)) >> 31);
}

/* x / 2^exponent rounded to nearest, ties away from zero; exponent in 0..31. */
static inline int32_t helia_rounding_shift(int32_t x, int32_t exponent)
{
    const int32_t mask = (int32_t)((UINT32_C(1) << exponent) - 1);
    const int32_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);

    return (x >> exponent) + ((x & mask) > threshold ? 1 : 0);
}

/*
 * x * multiplier * 2^(shift - 31) in two roundings, the reference arithmetic of TFLM; shift in
 * -31..30, what the left shift pushes out of 32 bits is lost.
 */
static inline int32_t helia_requantize(int32_t x, int32_t multiplier, int32_t shift)
{
    const int32_t left = shift > 0 ? shift : 0;
    const int32_t right = shift > 0 ? 0 : -shift;

    return helia_rounding_shift(helia_high_mul(helia_shift_left(x, left), multiplier), right);
}

/* Accumulator to int8: requantized, moved by the output's zero point, clamped. */
static inline int8_t helia_requantize_s8(int32_t acc, int32_t multiplier, int32_t shift,
                                         int32_t offset, int32_t low, int32_t high)
{
    const int32_t scaled = helia_requantize(acc, multiplier, shift);

    return (int8_t)helia_clamp(helia_wrapping_add(scaled, offset), low, high);
}

/* acc + a * b, the sum wrapping as the machine's does. */
static inline int32_t helia_mac(int32_t acc, int32_t a, int32_t b)
{
    return helia_wrapping_add(acc, a * b);
}

/* acc + sum of (x[i] + offset) * w[i] over n elements. */
static inline int32_t helia_dot_s8(const int8_t *x, const int8_t *w, int32_t n, int32_t offset,
                                   int32_t acc)
{
    for (int32_t i = 0; i < n; ++i) {
        acc = helia_mac(acc, x[i] + offset, w[i]);
    }
    return acc;
}

/* acc[j] + sum of (x[i] + offset) * w[j * row + i] over n elements, for four rows of weights. */
static inline void helia_dots_s8(const int8_t *x, const int8_t *w, int32_t row, int32_t n,
                                 int32_t offset, int32_t *acc)
{
    const int8_t *w1 = w + row;
    const int8_t *w2 = w1 + row;
    const int8_t *w3 = w2 + row;
    int32_t acc0 = acc[0], acc1 = acc[1], acc2 = acc[2], acc3 = acc[3];

    for (int32_t i = 0; i < n; ++i) {
        const int32_t value = x[i] + offset;

        acc0 = helia_mac(acc0, value, w[i]);
        acc1 = helia_mac(acc1, value, w1[i]);
        acc2 = helia_mac(acc2, value, w2[i]);
        acc3 = helia_mac(acc3, value, w3[i]);
    }
    acc[0] = acc0;
    acc[1] = acc1;
    acc[2] = acc2;
    acc[3] = acc3;
}

/* The taps [first, end) of a window along one axis. */
typedef struct {
    int32_t first;
    int32_t end;
} helia_span_t;

/*
 * Which taps of a window meet the input; none at all if first == end. Tap k stands on
 * origin + k * dilation, the input on 0..size - 1.
 */
static inline helia_span_t helia_taps_inside(int32_t origin, int32_t size, int32_t taps,
                                             int32_t dilation)
{
    const int32_t before = origin < 0 ? (dilation - 1 - origin) / dilation : 0;
    const int32_t reach = size > origin ? (size - origin + dilation - 1) / dilation : 0;
    const int32_t first = helia_min(before, taps);
    const helia_span_t span = {first, helia_max(first, helia_min(taps, reach))};

    return span;
}

#endif /* HELIA_RUNTIME_H */
