/* Memory of a board: a tensor ends where a page begins, with guard bytes ahead of it and in what its
 * alignment leaves before the page. The MPU forbids the pages of a few tensors at a time: as many
 * as the image leaves regions free of the sixteen of Armv8-M, of the eight of Armv7-M. With
 * HELIA_CHECKS tensors are aligned as a module aligns them. */
#include <stddef.h>
#include <string.h>

#include "memory.h"

enum { GUARD = 64, GUARD_BYTE = 0xA5, PAGE = 4096, ARENA_BYTES = 3000000 };

#if __ARM_ARCH >= 8
enum { AT_A_TIME = 8 };
#else
enum { AT_A_TIME = 4 };
#endif

static uint8_t arena[ARENA_BYTES] __attribute__((aligned(PAGE)));
static uint32_t used;

static uint32_t alignment(const tensor_t *t)
{
#if defined(HELIA_CHECKS)
    (void)t;
    return 16;
#else
    return t->kind == TENSOR_SCRATCH ? 4 : 1;
#endif
}

/* The page behind a tensor. */
static uint8_t *page_of(const tensor_t *t)
{
    return arena + ((uint32_t)(t->memory - arena) + t->nbytes + PAGE - 1u) / PAGE * PAGE;
}

bool memory_allocate(tensor_t *t)
{
    const uint32_t end = (used + GUARD + t->nbytes + PAGE - 1u) / PAGE * PAGE;

    t->memory = NULL;
    if (!tensor_owns(t)) {
        return true;
    }
    if (end + PAGE > ARENA_BYTES) {
        return false;
    }
    t->memory = arena + (end - t->nbytes) / alignment(t) * alignment(t);
    memset(t->memory - GUARD, GUARD_BYTE, (size_t)(arena + end - t->memory) + GUARD);
    used = end + PAGE;
    return true;
}

void memory_release(tensor_t *t)
{
    (void)t;
    used = 0;
}

/* Regions from the last one down. In Armv8-M a page in two regions makes every access a fault, in
 * Armv7-M a later region without permissions does. */
static void forbid(uint32_t number, const tensor_t *t)
{
    volatile uint32_t *const mpu = (volatile uint32_t *)(uintptr_t)0xE000ED90u;
    const uint32_t page = t == NULL ? 0 : (uint32_t)(uintptr_t)page_of(t);

    mpu[2] = (mpu[0] >> 8 & 0xFFu) - 1u - number;
    mpu[4] = 0; /* until the base is that of the limit */
#if __ARM_ARCH >= 8
    mpu[3] = page | 1u << 1;
    mpu[4] = t == NULL ? 0 : (page + PAGE - 32u) | 1u;
#else
    mpu[3] = page;
    mpu[4] = t == NULL ? 0 : 11u << 1 | 1u;
#endif
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}

bool memory_guard(const tensor_t *tensors, uint32_t count, uint32_t round)
{
    for (uint32_t i = 0; i < AT_A_TIME; ++i) {
        const uint32_t at = AT_A_TIME * round + i;
        const bool there = at < count && tensor_owns(&tensors[at]);
        forbid(i, there ? &tensors[at] : NULL);
    }
    return AT_A_TIME * round < count;
}

static bool unchanged(const uint8_t *from, const uint8_t *to)
{
    while (from < to && *from == GUARD_BYTE) {
        ++from;
    }
    return from == to;
}

bool memory_intact(const tensor_t *t)
{
    return unchanged(t->memory - GUARD, t->memory) &&
           unchanged(t->memory + t->nbytes, page_of(t));
}
