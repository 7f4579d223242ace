/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

#include "helia_strips_mve.h"

#include "helia_move_mve.h"

enum { STRIP = 48 };

#if defined(__ARM_FEATURE_MVE)

/* 48 bytes of every run; the steps are what remains after them. */
static void copy_three(uint32_t n, int8_t *to, uint32_t to_step, const int8_t *from,
                       uint32_t from_step)
{
    do {
        vstrbq_s8(to, vldrbq_s8(from));
        vstrbq_s8(to + 16, vldrbq_s8(from + 16));
        vstrbq_s8(to + 32, vldrbq_s8(from + 32));
        to += to_step;
        from += from_step;
    } while (--n != 0);
}

static void copy_one(uint32_t n, int8_t *to, uint32_t to_step, const int8_t *from,
                     uint32_t from_step)
{
    do {
        vstrbq_s8(to, vldrbq_s8(from));
        to += to_step;
        from += from_step;
    } while (--n != 0);
}

static void copy_some(uint32_t n, int8_t *to, uint32_t to_step, const int8_t *from,
                      uint32_t from_step, uint32_t nbytes)
{
    const mve_pred16_t some = vctp8q(nbytes);
    do {
        vstrbq_p_s8(to, vldrbq_z_s8(from, some), some);
        to += to_step;
        from += from_step;
    } while (--n != 0);
}

#endif

/*
 * Equal runs of bytes from one step to another. The inner loop goes over whichever there are more
 * of: bytes of a run, or runs, by strips of them.
 */
void helia_strips_mve(const helia_strips_mve_t *s, int8_t *to, const int8_t *from)
{
    uint32_t k = 0;

    if (s->nbytes >= STRIP * s->n) {
        for (; k < s->n; ++k) {
            helia_copy_mve(to + k * s->to_step, from + k * s->from_step, s->nbytes);
        }
        return;
    }
#if defined(__ARM_FEATURE_MVE)
    for (; k + STRIP <= s->nbytes; k += STRIP) {
        copy_three(s->n, to + k, s->to_step, from + k, s->from_step);
    }
    for (; k + 16 <= s->nbytes; k += 16) {
        copy_one(s->n, to + k, s->to_step, from + k, s->from_step);
    }
    if (k < s->nbytes) {
        copy_some(s->n, to + k, s->to_step, from + k, s->from_step, s->nbytes - k);
    }
#else
    for (; k < s->n * s->nbytes; ++k) {
        to[k / s->nbytes * s->to_step + k % s->nbytes] =
            from[k / s->nbytes * s->from_step + k % s->nbytes];
    }
#endif
}
