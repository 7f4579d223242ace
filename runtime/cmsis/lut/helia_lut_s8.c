/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_kernels.h"
#include "helia_runtime.h"

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

/*
 * A function of one byte, as a table.
 *
 * Layout: any, the same for input and output; the table is indexed by the byte as an unsigned
 * number: f(0) ... f(127), f(-128) ... f(-1). It was computed exactly by the compiler.
 */
void helia_lut_s8(const helia_lut_s8_t *d, const int8_t *input, const int8_t *table, int8_t *output)
{
#if defined(__ARM_FEATURE_MVE)
    const uint32_t size = (uint32_t)d->size;

    for (uint32_t whole = size / 16; whole > 0; --whole) {
        vstrbq_s8(output, vldrbq_gather_offset_s8(table, vreinterpretq_u8_s8(vldrbq_s8(input))));
        input += 16;
        output += 16;
    }
    if (size % 16 != 0) {
        const mve_pred16_t some = vctp8q(size % 16);
        const uint8x16_t at = vreinterpretq_u8_s8(vldrbq_z_s8(input, some));
        vstrbq_p_s8(output, vldrbq_gather_offset_z_s8(table, at, some), some);
    }
#else
    const int32_t size = d->size;

    HELIA_ROLLED
    for (const int8_t *const end = input + (size & ~3); input != end; input += 4, output += 4) {
        const uint8_t a = (uint8_t)input[0], b = (uint8_t)input[1];
        const uint8_t c = (uint8_t)input[2], e = (uint8_t)input[3];

        output[0] = table[a];
        output[1] = table[b];
        output[2] = table[c];
        output[3] = table[e];
    }
    HELIA_ROLLED
    for (int32_t i = 0; i < (size & 3); ++i) {
        output[i] = table[(uint8_t)input[i]];
    }
#endif
}
