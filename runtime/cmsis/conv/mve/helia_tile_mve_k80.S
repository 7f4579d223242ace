/* The matrix tile of depth 80, see helia_tile_mve_asm.h. */
#if defined(__ARM_FEATURE_MVE)
#include "helia_tile_mve_asm.h"
    helia_tile helia_tile_mve_k80, 80, 80
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
