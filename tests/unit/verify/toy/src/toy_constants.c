/* The constant region: 3 * i. */
#include "toy_kernels.h"

extern const int8_t toy_constants[TOY_ELEMENTS];

#if defined(TOY_PLACED)
__attribute__((section(".psram.rodata.toy_constants")))
#endif
const int8_t toy_constants[TOY_ELEMENTS] __attribute__((aligned(16))) = {
    0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45,
    48, 51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93,
    96, 99, 102, 105, 108, 111, 114, 117, 120, 123, 126, -127, -124, -121, -118, -115,
    -112, -109, -106, -103, -100, -97, -94, -91, -88, -85, -82, -79, -76, -73, -70, -67,
};
