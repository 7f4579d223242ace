/*
 * The matrix tile of one depth, unrolled, see helia_tile_mve_asm.h: positions stand one behind the
 * other, or a step apart that shares bytes of depth.
 *
 * Instances: helia_tile_mve_k{DEPTH}[_step{STEP}]
 *   DEPTH: 16 to 256 by 16
 *   STEP: 4 to 256 by 4
 */
#define HELIA_DEPTH 64
#define HELIA_STEP HELIA_DEPTH

#if defined(__ARM_FEATURE_MVE)
#include "helia_tile_mve_asm.h"
    helia_tile helia_tile_mve_k64, HELIA_DEPTH, HELIA_STEP
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
