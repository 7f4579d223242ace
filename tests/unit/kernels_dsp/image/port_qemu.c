/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The runner's machine on QEMU's mps2-an386: start-up, files through semihosting, SysTick for
 * instructions. Every tensor ends where a page begins that the MPU lets nobody read or write; ahead
 * of it are guard bytes.
 */
#include <string.h>

#include "port.h"

extern uint32_t stack_top, data_load, data_start, data_end, bss_start, bss_end;
extern uint8_t heap_start[], heap_end[];

int main(void);
void reset(void);
static void fault(void);

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    &stack_top,    (void *)reset, (void *)fault, (void *)fault, (void *)fault,
    (void *)fault, (void *)fault, 0,             0,             0,
    0,             (void *)fault, (void *)fault, 0,             (void *)fault,
    (void *)fault};

enum { GUARD = 64, MARK = 0xA5, PAGE = 4096, MOST_TENSORS = 8 };

static uint8_t *heap;
static uint8_t *kept;
static uint8_t *tensors[MOST_TENSORS];
static uint8_t *ends[MOST_TENSORS];
static uint32_t count;

static int32_t host(int32_t operation, const void *arguments)
{
    register int32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = arguments;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static int32_t open_file(const char *name, uint32_t mode)
{
    const uint32_t arguments[3] = {(uint32_t)name, mode, strlen(name)};

    return host(0x01, arguments);
}

/* What CFSR and MMFAR say: 0x82 in the lowest byte is a forbidden page, above 0xFFFF alignment. */
static void fault(void)
{
    char text[] = "fault ........ at ........\n";
    const uint32_t words[2] = {*(volatile uint32_t *)0xE000ED28, *(volatile uint32_t *)0xE000ED34};

    for (uint32_t i = 0; i < 16; ++i) {
        text[6 + i + i / 8 * 4] = "0123456789ABCDEF"[words[i / 8] >> (28 - i % 8 * 4) & 15u];
    }
    host(0x04, text);
    port_quit(3);
}

void reset(void)
{
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* the floating-point unit */
    __asm__ volatile("dsb\n isb");
    memcpy(&data_start, &data_load, (size_t)((uint8_t *)&data_end - (uint8_t *)&data_start));
    memset(&bss_start, 0, (size_t)((uint8_t *)&bss_end - (uint8_t *)&bss_start));
    *(volatile uint32_t *)0xE000E014 = 0xFFFFFF;
    *(volatile uint32_t *)0xE000E018 = 0;
    *(volatile uint32_t *)0xE000E010 = 5;
    main();
    port_quit(0);
}

const uint8_t *port_load(uint32_t *bytes)
{
    const int32_t file = open_file("cases.bin", 1);
    uint32_t arguments[3] = {(uint32_t)file, (uint32_t)heap_start, 0};

    arguments[2] = (uint32_t)host(0x0C, arguments);
    *bytes = arguments[2];
    if (file < 0 || arguments[2] > (uint32_t)(heap_end - heap_start) || host(0x06, arguments)) {
        port_quit(4);
    }
    kept = heap_start + ((*bytes + 15u) & ~15u);
    port_release();
    return heap_start;
}

void port_save(const void *data, uint32_t bytes)
{
    static int32_t file;
    uint32_t arguments[3];

    if (file == 0) {
        file = open_file("results.bin", 5);
    }
    arguments[0] = (uint32_t)file;
    arguments[1] = (uint32_t)data;
    arguments[2] = bytes;
    if (host(0x05, arguments)) {
        port_quit(5);
    }
}

/* Nobody reads or writes the page: an enabled region of 2^12 bytes without permissions. */
static void forbid(uint32_t region, const uint8_t *page)
{
    *(volatile uint32_t *)0xE000ED9C = (uint32_t)page | 1u << 4 | region;
    *(volatile uint32_t *)0xE000EDA0 = 1u << 28 | 11u << 1 | 1u;
    *(volatile uint32_t *)0xE000ED94 = 5; /* on, the rest as without */
    __asm__ volatile("dsb\n isb" ::: "memory");
}

void *port_tensor(uint32_t bytes, uint32_t alignment)
{
    uint8_t *end = (uint8_t *)(((uint32_t)heap + GUARD + bytes + PAGE - 1) / PAGE * PAGE);
    uint8_t *at = end - (bytes + alignment - 1) / alignment * alignment;

    heap = end + PAGE;
    if (heap > heap_end || count == MOST_TENSORS) {
        port_quit(6);
    }
    memset(at - GUARD, MARK, (uint32_t)(end - at) + GUARD);
    forbid(count, end);
    tensors[count] = at;
    ends[count++] = at + bytes;
    return at;
}

static uint32_t changed(const uint8_t *from, const uint8_t *to)
{
    uint32_t found = 0;

    while (from < to) {
        found += *from++ != MARK;
    }
    return found;
}

uint32_t port_broken(void)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t end = ((uint32_t)ends[i] + PAGE - 1) / PAGE * PAGE;
        found += changed(tensors[i] - GUARD, tensors[i]) + changed(ends[i], (uint8_t *)end);
    }
    return found;
}

void port_release(void)
{
    while (count > 0) {
        *(volatile uint32_t *)0xE000ED98 = --count;
        *(volatile uint32_t *)0xE000EDA0 = 0;
    }
    heap = kept;
}

uint32_t port_ticks(void)
{
    return 0xFFFFFFu - *(volatile uint32_t *)0xE000E018;
}

void port_quit(int code)
{
    const uint32_t arguments[2] = {0x20026, (uint32_t)code};

    host(0x20, arguments);
    for (;;) {
    }
}
