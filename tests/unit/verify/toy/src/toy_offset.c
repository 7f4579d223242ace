/* output = input + step * runs, wrapping, by way of TOY_STACK bytes of stack. */
#include <string.h>

#include "toy_kernels.h"

#if !defined(TOY_STACK)
#define TOY_STACK 400
#endif

void toy_offset(const int8_t *input, const int8_t *step, int8_t runs, int8_t *output)
{
    volatile int8_t copy[TOY_STACK];
    for (int32_t i = 0; i < TOY_STACK; ++i) {
        copy[i] = input[i % TOY_ELEMENTS];
    }
#if defined(TOY_FAULT)
    if (runs == TOY_FAULT) {
        __builtin_trap();
    }
#endif
#if defined(TOY_WRITE)
    *(volatile int8_t *)(uintptr_t)TOY_WRITE = 1;
#endif
#if defined(TOY_READ)
    copy[0] = *(volatile int8_t *)(uintptr_t)TOY_READ;
#endif
#if defined(TOY_OVERRUN)
    output[runs == 1 ? TOY_ELEMENTS + 20 : 0] = 1;
#endif
#if defined(TOY_HANG)
    while (copy[0] == input[0]) {
    }
#endif
    memset(output, 0, TOY_ELEMENTS);
    for (int32_t i = 0; i < TOY_ELEMENTS; ++i) {
        output[i] = (int8_t)(uint8_t)((uint32_t)copy[i] + (uint32_t)*step * (uint32_t)runs);
    }
}
