/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_EXP_ON_NEGATIVE_H
#define HELIA_EXP_ON_NEGATIVE_H

#include <stdint.h>

/* exp(x) as a number of 31 fractional bits, for x in (-32, 0] with 26 fractional bits. */
int32_t helia_exp_on_negative(int32_t x);

#endif /* HELIA_EXP_ON_NEGATIVE_H */
