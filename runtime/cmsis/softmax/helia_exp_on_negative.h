/* SPDX-License-Identifier: Apache-2.0 */

/* Exponentials, as many at a time as the core has lanes. */
#ifndef HELIA_EXP_ON_NEGATIVE_H
#define HELIA_EXP_ON_NEGATIVE_H

#include <stdint.h>

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>

typedef int32x4_t helia_exp_lanes_t;
#else
typedef int32_t helia_exp_lanes_t;
#endif

/* exp(x) as a number of 31 fractional bits, for x in (-32, 0] with 26 fractional bits. */
helia_exp_lanes_t helia_exp_on_negative(helia_exp_lanes_t x);

#endif /* HELIA_EXP_ON_NEGATIVE_H */
