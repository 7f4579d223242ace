/* The matrix tile of depth 144 and step 48, see helia_tile_mve_asm.h. */
#if defined(__ARM_FEATURE_MVE)
#include "helia_tile_mve_asm.h"
    helia_tile helia_tile_mve_k144_step48, 144, 48, 256
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
