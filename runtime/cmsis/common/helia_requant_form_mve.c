/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_requant_form_mve.h"

#include "helia_requant_mve.h"
#include "helia_requant_mve_linear_2.h"
#include "helia_requant_mve_linear_4.h"
#include "helia_requant_mve_relu.h"
#include "helia_requant_mve_right.h"

/* The body for one form in assembler; the one for all where there is none. */
helia_tile_mve_t *helia_requant_form_mve(uint32_t form)
{
#if defined(__ARM_FEATURE_MVE)
    switch (form) {
    case HELIA_FORM_LINEAR_4:
        return helia_requant_mve_linear_4;
    case HELIA_FORM_LINEAR_2:
        return helia_requant_mve_linear_2;
    case HELIA_FORM_RELU:
        return helia_requant_mve_relu;
    case HELIA_FORM_RIGHT:
        return helia_requant_mve_right;
    default:
        return helia_requant_mve;
    }
#else
    (void)form;
    return helia_requant_mve;
#endif
}
