/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the bodies share that call Arm's CMSIS-NN: its API, sizes in its words, and the proof that
 * this code is compiled for a core whose kernels the buffers are large enough for. Those for DSP
 * are never smaller than those for a plain core; the others do not compare.
 */
#ifndef HELIA_CMSIS_NN_H
#define HELIA_CMSIS_NN_H

#include <arm_nnfunctions.h>
#include <arm_nnsupportfunctions.h>

#include "helia_kernels.h"

/* CMSIS-NN has no number of its version; these came with 7.0.0, and so did what is called here. */
#if !defined(CONVERT_DW_CONV_WITH_ONE_INPUT_CH_AND_OUTPUT_CH_ABOVE_THRESHOLD) ||                   \
    !defined(REVERSE_TCOL_EFFICIENT_THRESHOLD)
#error "this CMSIS-NN is not supported, its results would differ: take 7.0.0 or later"
#endif

#if defined(ARM_MATH_MVEI)
#if HELIA_CORE != 2
#error "CMSIS-NN is compiled for MVE here, and this module for a core without it: see target.cpu"
#endif
#elif HELIA_CORE == 2
#error "CMSIS-NN is compiled without MVE here, and this module for a core with it: see target.cpu"
#elif defined(ARM_MATH_DSP) && HELIA_CORE != 1
#error "CMSIS-NN is compiled for DSP here, and this module for a core without it: see target.cpu"
#endif

#if defined(CMSIS_NN_USE_SINGLE_ROUNDING)
#error "results are exact with the double rounding of TFLM only: no CMSIS_NN_USE_SINGLE_ROUNDING"
#endif

static inline cmsis_nn_dims helia_dims(int32_t n, int32_t h, int32_t w, int32_t c)
{
    const cmsis_nn_dims dims = {.n = n, .h = h, .w = w, .c = c};

    return dims;
}

static inline cmsis_nn_tile helia_tile(int32_t h, int32_t w)
{
    const cmsis_nn_tile tile = {.w = w, .h = h};

    return tile;
}

static inline cmsis_nn_activation helia_activation(int32_t min, int32_t max)
{
    const cmsis_nn_activation activation = {.min = min, .max = max};

    return activation;
}

/* CMSIS-NN reads these, though its type does not say so. */
static inline cmsis_nn_per_channel_quant_params helia_per_channel(const int32_t *multipliers,
                                                                  const int32_t *shifts)
{
    const cmsis_nn_per_channel_quant_params quant = {.multiplier = (int32_t *)multipliers,
                                                     .shift = (int32_t *)shifts};

    return quant;
}

/* No function that is called here looks at the size. */
static inline cmsis_nn_context helia_context(const void *buffer)
{
    const cmsis_nn_context context = {.buf = (void *)buffer, .size = 0};

    return context;
}

#endif
