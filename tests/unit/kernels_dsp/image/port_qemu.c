/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The runner's machine on QEMU's mps2-an386: start-up, files through semihosting, SysTick for
 * instructions. Inputs end where the memory ends, so that a read past them faults.
 */
#include <string.h>

#include "port.h"

extern uint32_t stack_top, data_load, data_start, data_end, bss_start, bss_end;
extern uint8_t heap_start[], heap_end[], memory_end[];

int main(void);
void reset(void);
static void fault(void);

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    &stack_top,    (void *)reset, (void *)fault, (void *)fault, (void *)fault,
    (void *)fault, (void *)fault, 0,             0,             0,
    0,             (void *)fault, (void *)fault, 0,             (void *)fault,
    (void *)fault};

static uint8_t *heap;
static uint8_t *kept;
static uint8_t *edge;

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

static void fault(void)
{
    host(0x04, "fault\n");
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

void *port_buffer(uint32_t bytes)
{
    uint8_t *at = heap;

    heap += (bytes + 15u) & ~15u;
    if (heap > heap_end) {
        port_quit(6);
    }
    return at;
}

const void *port_input(int which, const uint8_t *from, uint32_t bytes)
{
    (void)which;
    edge -= bytes;
    if (which > 0) {
        edge -= 16 + (uint32_t)edge % 16;
    }
    return memcpy(edge, from, bytes);
}

void port_release(void)
{
    heap = kept;
    edge = memory_end;
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
