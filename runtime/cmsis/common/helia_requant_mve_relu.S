/*
 * Requantization of blocks of eight channels in one form, see helia_requant_mve_asm.h.
 *
 * Instances: helia_requant_mve_{FORM}
 *   FORM: relu, right, linear_4, linear_2
 */
#define HELIA_FORM relu

#if defined(__ARM_FEATURE_MVE)
#include "helia_requant_mve_asm.h"
    helia_requant helia_requant_mve_relu, HELIA_FORM
#endif
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
