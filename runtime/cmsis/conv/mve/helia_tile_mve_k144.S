/* The matrix tile of depth 144, see helia_tile_mve_asm.h. */
#if defined(__ARM_FEATURE_MVE)
#include "helia_tile_mve_asm.h"
    helia_tile helia_tile_mve_k144, 144, 144, 256
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
