/* The 3x3 depthwise tile of stride 2, form linear_4, see helia_dw_mve_asm.h. */
#if defined(__ARM_FEATURE_MVE)
#include "helia_dw_mve_asm.h"
    helia_dw_s2 helia_dw_mve_s2_linear_4, helia_dw_linear_4
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
