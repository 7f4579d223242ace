/* SPDX-License-Identifier: Apache-2.0 */

/*
 * ADD int8 of two tensors of one shape, where one line was proved to be the reference's three
 * roundings: the compiler compared all 65,536 pairs of operands.
 *
 * Layout: any, the same for all three; the output may lie where an operand is. Accumulator of 32
 * bits, proved not to overflow. Rounding: downwards, half a step is in the addend. Source of the
 * arithmetic: own.
 */
#include "helia_add_dsp.h"
#include "helia_clamp_dsp.h"
#include "helia_kernels.h"

void helia_add_s8_dsp(const helia_add_s8_dsp_t *d, const int8_t *input1, const int8_t *input2,
                      int8_t *output)
{
    int32_t i = 0;

#if HELIA_DSP
    const helia_add_dsp_t line = {d->multiplier1, d->multiplier2, d->addend};

    if (d->size >= 4) {
        helia_add_dsp(input1, input2, output, d->size >> 2, &line);
        i = d->size & ~3;
    }
#endif
    for (; i < d->size; ++i) {
        const int32_t sum = input1[i] * d->multiplier1 + input2[i] * d->multiplier2 + d->addend;

        output[i] = (int8_t)helia_clamp(sum >> 21, -128, 127);
    }
    helia_clamp_dsp(output, d->size, d->act_min, d->act_max);
}
