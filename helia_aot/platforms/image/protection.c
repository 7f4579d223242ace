/* Makes faults of what an emulated board would let pass: with the MPU on, only the memories that
 * the linker script names exist, the one of the code is read-only, and address zero is not there. */
#include "image.h"

/* Given by the linker script, one per memory. */
typedef struct {
    uint32_t base;
    uint32_t nbytes;
    uint32_t readonly;
} memory_t;

extern const memory_t image_memory_table[], image_memory_table_end[];

typedef struct {
    uint32_t type;
    uint32_t control;
    uint32_t number;
    uint32_t base;
    uint32_t attributes;
} mpu_t;

static volatile mpu_t *const mpu = (volatile mpu_t *)(uintptr_t)0xE000ED90u;

enum { NULL_BYTES = 32 };

#if __ARM_ARCH >= 8
static volatile uint32_t *const mair0 = (volatile uint32_t *)(uintptr_t)0xE000EDC0u;

/* Two regions that overlap make a fault of every access to both. */
static void add_region(uint32_t number, const memory_t *memory)
{
    *mair0 = 0xFFu; /* attribute 0: normal memory, write-back */
    mpu->number = number;
    mpu->base = memory->base | (memory->readonly != 0 ? 3u : 1u) << 1;
    mpu->attributes = (memory->base + memory->nbytes - 32u) | 1u;
}

static void add_null(uint32_t number)
{
    const memory_t null = {0, NULL_BYTES, 1};
    add_region(number, &null);
}
#else
enum { NO_ACCESS = 0, READ_WRITE = 3, READ_ONLY = 6 };

/* Sizes are powers of two and bases multiples of them; a later region goes before an earlier. */
static void set_region(uint32_t number, uint32_t base, uint32_t nbytes, uint32_t access)
{
    uint32_t log2 = 5;
    while (1u << log2 < nbytes) {
        ++log2;
    }
    mpu->number = number;
    mpu->base = base;
    mpu->attributes = access << 24 | 1u << 19 | 3u << 16 | (log2 - 1u) << 1 | 1u;
}

static void add_region(uint32_t number, const memory_t *memory)
{
    uint32_t access = memory->readonly != 0 ? READ_ONLY : READ_WRITE;
    set_region(number, memory->base, memory->nbytes, access);
}

static void add_null(uint32_t number)
{
    set_region(number, 0, NULL_BYTES, NO_ACCESS);
}
#endif

void image_start(void)
{
    uint32_t number = 0;
    for (const memory_t *m = image_memory_table; m < image_memory_table_end; ++m) {
        add_region(number++, m);
    }
    add_null(number);
    mpu->control = 1; /* enabled, without the default map behind it; never in a hard fault */
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}
