/* SPDX-License-Identifier: Apache-2.0 */

/* The runner's machine on a host: every tensor is an allocation of its own, for the sanitizers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port.h"

static void *buffers[8];
static int count;

const uint8_t *port_load(uint32_t *bytes)
{
    FILE *file = fopen("cases.bin", "rb");
    static uint8_t *data; /* kept reachable to the end */
    long size;

    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    data = aligned_alloc(16, ((size_t)size + 15) & ~(size_t)15);
    *bytes = (uint32_t)fread(data, 1, (size_t)size, file);
    fclose(file);
    return data;
}

void port_save(const void *data, uint32_t bytes)
{
    static FILE *file;

    if (file == NULL) {
        file = fopen("results.bin", "wb");
    }
    fwrite(data, 1, bytes, file);
    fflush(file);
}

void *port_tensor(uint32_t bytes, uint32_t alignment)
{
    (void)alignment;
    return buffers[count++] = malloc(bytes);
}

uint32_t port_broken(void)
{
    return 0;
}

void port_release(void)
{
    while (count > 0) {
        free(buffers[--count]);
    }
}

uint32_t port_ticks(void)
{
    return 0;
}

void port_quit(int code)
{
    exit(code);
}
