/* Stack use by painting: everything below the stack pointer is filled, and looked at afterwards. */
#include "image.h"

/* Given by the linker script. */
extern uint32_t image_stack_limit[];

#define PAINT 0xA5C3F00Du

/* Interrupts are off meanwhile: their frames are not the function's. The frame of this function
 * is complete once its body runs, and nothing lies below the stack pointer. */
__attribute__((noinline)) bool image_stack_used(image_function_t function, uint32_t *nbytes)
{
    volatile uint32_t *top;
    volatile uint32_t *word = image_stack_limit;
    __asm__ volatile("cpsid i\n\tmov %0, sp" : "=r"(top) : : "memory");
    while (word < top) {
        *word++ = PAINT;
    }
    (void)function();
    word = image_stack_limit;
    while (word < top && *word == PAINT) {
        ++word;
    }
    *nbytes = (uint32_t)((uintptr_t)top - (uintptr_t)word);
    __asm__ volatile("cpsie i" : : : "memory");
    return true;
}
