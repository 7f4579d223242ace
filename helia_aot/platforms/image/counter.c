/* Instructions by SysTick: an emulator that counts one instruction as one nanosecond makes
 * 10^9 / core clock instructions of every tick. The 24-bit counter is extended by its interrupt. */
#include "image.h"

void image_tick(void);

#define SYSTICK_PERIOD 0x1000000u

typedef struct {
    uint32_t control;
    uint32_t reload;
    uint32_t value;
} systick_t;

static volatile systick_t *const systick = (volatile systick_t *)(uintptr_t)0xE000E010u;
static volatile uint32_t wraps;

static inline void spin(uint32_t rounds)
{
    __asm__ volatile("1: subs %0, %0, #1\n\t"
                     "nop\n\t"
                     "bne 1b\n\t"
                     : "+r"(rounds)
                     :
                     : "cc");
}

/* Taken when the counter reaches zero. */
void image_tick(void)
{
    wraps = wraps + 1u;
}

bool image_counter_start(void)
{
    systick->control = 0;
    systick->reload = SYSTICK_PERIOD - 1u;
    systick->value = 0;
    wraps = 0;
    systick->control = 7; /* core clock, interrupt, enable */
    return true;
}

uint64_t image_counter_now(void)
{
    uint32_t high = wraps;
    uint32_t value = systick->value;
    while (high != wraps) {
        high = wraps;
        value = systick->value;
    }
    /* Counts down, and the interrupt belongs to zero: zero is the first tick of a period. */
    return (uint64_t)high * SYSTICK_PERIOD + ((SYSTICK_PERIOD - value) & (SYSTICK_PERIOD - 1u));
}

uint64_t image_counter_align(void)
{
    uint32_t before = systick->value;
    while (systick->value == before) {
    }
    return image_counter_now();
}

void image_counter_spin(uint32_t rounds)
{
    if (rounds != 0) {
        spin(rounds);
    }
}

/* What is around the loop must stay below a tick, or the reading would not be exact: so nothing is
 * called, and the loop starts where a tick does. */
uint32_t image_counter_calibrate(uint32_t rounds)
{
    uint32_t before = systick->value;
    while (systick->value == before) {
    }
    before = systick->value;
    spin(rounds);
    return (before - systick->value) & (SYSTICK_PERIOD - 1u);
}
