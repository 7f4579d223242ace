/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_fc_octets_mve.h"

#include "helia_forms_mve.h"
#include "helia_line_mve.h"
#include "helia_requant_any_mve.h"
#include "helia_runtime.h"

enum { OCTET = 8, QUANT_WORDS = 16 };

#if defined(__ARM_FEATURE_MVE)

static void requantize(const helia_fully_connected_s8_mve_t *d, const int32_t *even,
                       const int32_t *odd, const int32_t *quant, int8_t *output)
{
    vstrbq_s16(output,
               helia_requant_any_mve(vldrwq_s32(even), vldrwq_s32(odd), quant, d->output_offset));
}

#else

static int8_t one(const helia_fully_connected_s8_mve_t *d, int32_t acc, int32_t multiplier,
                  int32_t shift)
{
    if (d->form == HELIA_FORM_LINEAR_4) {
        return helia_line_mve(acc, multiplier, shift, 4);
    }
    return helia_requantize_s8(acc, multiplier, shift, d->output_offset, INT8_MIN, INT8_MAX);
}

static void requantize(const helia_fully_connected_s8_mve_t *d, const int32_t *even,
                       const int32_t *odd, const int32_t *quant, int8_t *output)
{
    for (uint32_t i = 0; i < OCTET / 2; ++i) {
        *output++ = one(d, even[i], quant[i], quant[8 + i]);
        *output++ = one(d, odd[i], quant[4 + i], quant[12 + i]);
    }
}

#endif

/* Two roundings, see helia_requant_mve; where there is no MVE the line of all channels, too. */
void helia_fc_octets_mve(const helia_fully_connected_s8_mve_t *d, const int32_t *acc,
                         uint32_t octets, const int32_t *quant, int8_t *output)
{
    for (uint32_t i = 0; i < octets; ++i) {
        requantize(d, acc + 4 * i, acc + 4 * (octets + i), quant, output);
        quant += d->per_channel ? QUANT_WORDS : 0;
        output += OCTET;
    }
}
