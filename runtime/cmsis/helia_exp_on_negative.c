/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_exp_on_negative.h"

#include "helia_runtime.h"

/* exp(x) in Q0 for x in [-1/4, 0) in Q0: a Taylor polynomial around -1/8. */
static int32_t exp_on_quarter(int32_t x)
{
    const int32_t exp_minus_eighth = INT32_C(1895147668);
    const int32_t one_third = INT32_C(715827883);
    const int32_t a = x + (INT32_C(1) << 28);
    const int32_t a2 = helia_high_mul(a, a);
    const int32_t a3 = helia_high_mul(a2, a);
    const int32_t a4 = helia_high_mul(a2, a2);
    const int32_t cubic = helia_high_mul(helia_rounding_shift(a4, 2) + a3, one_third);
    const int32_t polynomial = a + helia_rounding_shift(cubic + a2, 1);

    return exp_minus_eighth + helia_high_mul(polynomial, exp_minus_eighth);
}

/*
 * Accumulator: 32 bits, no intermediate leaves them. Rounding: to nearest at every product. Source
 * of the arithmetic: gemmlowp's exp_on_negative_values; what lies beyond a quarter is a product of
 * powers. A function of its own, not inline: softmax calls it in two places.
 */
int32_t helia_exp_on_negative(int32_t x)
{
    /* exp(-2^k) in Q0 for k = -2 ... 4 */
    static const int32_t powers[7] = {1672461947, 1302514674, 790015084, 290630308,
                                      39332535,   720401,     242};
    const int32_t quarter = INT32_C(1) << 24;
    const int32_t rest = (x & (quarter - 1)) - quarter;
    int32_t result = exp_on_quarter(rest * 32);

    for (int32_t k = 0; k < 7; ++k) {
        if (((rest - x) & (quarter << k)) != 0) {
            result = helia_high_mul(result, powers[k]);
        }
    }
    return x == 0 ? INT32_MAX : result;
}
