/*
 * The 3x3 depthwise tile of one stride and form of requantization, see helia_dw_mve_asm.h.
 *
 * Instances: helia_dw_mve_s{STRIDE}_{FORM}
 *   STRIDE: 1, 2
 *   FORM: relu, right, linear_4, linear_2
 */
#define HELIA_STRIDE 1
#define HELIA_FORM relu

#if defined(__ARM_FEATURE_MVE)
#include "helia_dw_mve_asm.h"
    helia_dw helia_dw_mve_s1_relu, HELIA_STRIDE, HELIA_FORM
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
