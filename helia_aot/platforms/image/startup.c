/* Start-up of a bare Cortex-M image: vector table, core features, memory, faults.
 * A fault ends the image with a message and a code of its own; it never hangs. */
#include "image.h"

/* Addresses given by the linker script. */
extern uint32_t image_stack_limit[], image_stack_top[];
extern const uint32_t image_data_load[];
extern uint32_t image_data_start[], image_data_end[];
extern uint32_t *const image_zero_table[], *const image_zero_table_end[];

void image_reset(void);
void image_fault_entry(void);
void image_fault(const uint32_t *frame);
void image_tick(void);

typedef struct {
    uint32_t *stack;
    void (*handlers[15])(void);
} vectors_t;

/* Handlers 1..15: reset, NMI, the five faults, SVC, debug monitor, PendSV, SysTick. */
__attribute__((section(".vectors"), used)) const vectors_t image_vectors = {
    image_stack_top,
    {image_reset, image_fault_entry, image_fault_entry, image_fault_entry, image_fault_entry,
     image_fault_entry, image_fault_entry, NULL, NULL, NULL, image_fault_entry, image_fault_entry,
     NULL, image_fault_entry, image_tick},
};

static volatile uint32_t *reg(uint32_t address)
{
    return (volatile uint32_t *)(uintptr_t)address;
}

static void enable_features(void)
{
    *reg(0xE000ED88u) |= 0xFu << 20; /* CPACR: coprocessors 10 and 11, the FPU and MVE */
    *reg(0xE000ED24u) |= 0x7u << 16; /* SHCSR: memory, bus and usage faults apart from hard faults */
    *reg(0xE000ED14u) |= 1u << 4;    /* CCR.DIV_0_TRP: a division by zero is a fault */
#if defined(__ARM_FEATURE_MVE)
    *reg(0xE000ED14u) |= 1u << 19; /* CCR.LOB: low overhead branches */
#endif
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}

static void initialize_memory(void)
{
    const uint32_t *from = image_data_load;
    for (uint32_t *to = image_data_start; to < image_data_end; ++to) {
        *to = *from++;
    }
    for (uint32_t *const *range = image_zero_table; range < image_zero_table_end; range += 2) {
        for (uint32_t *to = range[0]; to < range[1]; ++to) {
            *to = 0;
        }
    }
}

/* The FPU is enabled here: main may use it in its first instruction. */
void image_reset(void)
{
    enable_features();
    initialize_memory();
    (void)main(0, NULL);
    image_exit(IMAGE_EXIT_OK);
}

/* The stack may be what is broken: keep its address and go on with a fresh one. */
__attribute__((naked)) void image_fault_entry(void)
{
    __asm__ volatile("mov r0, sp\n\t"
                     "movw r1, #:lower16:image_stack_top\n\t"
                     "movt r1, #:upper16:image_stack_top\n\t"
                     "mov sp, r1\n\t"
                     "b image_fault\n\t");
}

static void message_word(const char *name, uint32_t value)
{
    char digits[9];
    for (uint32_t i = 0; i < 8; ++i) {
        digits[i] = "0123456789abcdef"[(value >> (28u - 4u * i)) & 15u];
    }
    digits[8] = '\0';
    image_message(name);
    image_message(digits);
}

void image_fault(const uint32_t *frame)
{
    uint32_t exception;
    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    bool stacked = frame >= image_stack_limit && frame + 8 <= image_stack_top;
    uint32_t cfsr = *reg(0xE000ED28u);
    bool memory = (cfsr & 0xFFu) != 0; /* MMFAR, or else BFAR */
    message_word("fault: exception 0x", exception);
    message_word(" pc 0x", stacked ? frame[6] : 0);
    message_word(" cfsr 0x", cfsr);
    message_word(" address 0x", *reg(memory ? 0xE000ED34u : 0xE000ED38u));
    image_message(stacked ? "\n" : " (stack overflow)\n");
    runner_fault();
    image_exit(IMAGE_EXIT_FAULT);
}
