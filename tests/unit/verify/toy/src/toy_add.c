/* output = input + constants, wrapping. */
#include "toy_kernels.h"

void toy_add(const int8_t *input, const int8_t *constants, int8_t *output)
{
    for (int32_t i = 0; i < TOY_ELEMENTS; ++i) {
        output[i] = (int8_t)(uint8_t)((uint32_t)input[i] + (uint32_t)constants[i]);
    }
#if defined(TOY_SPIN) && defined(__arm__)
    uint32_t rounds = TOY_SPIN;
    __asm__ volatile("1: subs %0, %0, #1\n\tnop\n\tbne 1b" : "+r"(rounds) : : "cc");
#endif
#if defined(TOY_SPIN) && defined(__ARM_FP)
    volatile float started = 1.0f; /* a use of the FPU, whose registers an exception would stack */
    started = started * 2.0f;
#endif
}
