/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs kernels on the cases of one file and writes what they gave to another.
 *
 * A case is a header of 32-bit words (kernel, bytes of descriptor, of each input, of the constants,
 * of the output, of the scratch) and the bytes of the first four, each at a multiple of 16. A
 * result is the instruction ticks, the number of guard bytes that changed, then the output.
 * Knows the machine through port.h, and no shape.
 */
#include <string.h>

#include "helia_kernels.h"
#include "port.h"

typedef struct {
    uint32_t kernel, descriptor, input[2], constants, output, scratch;
} header_t;

static const uint8_t *cursor;

static const uint8_t *next(uint32_t bytes)
{
    const uint8_t *at = cursor;

    cursor += (bytes + 15u) & ~15u;
    return at;
}

static const void *given(uint32_t bytes)
{
    return memcpy(port_tensor(bytes, 1), next(bytes), bytes);
}

static void call(uint32_t kernel, const void *d, const void *const *in, const void *constants,
                 void *output, void *scratch)
{
    switch (kernel) {
#include "calls.inc"
    default:
        port_quit(2);
    }
}

static void run_case(void)
{
    header_t h;
    const void *d;
    const void *in[2];
    const void *constants;
    void *output, *scratch;
    uint32_t result[2];

    memcpy(&h, next(sizeof h), sizeof h);
    d = next(h.descriptor);
    for (int i = 0; i < 2; ++i) {
        in[i] = given(h.input[i]);
    }
    constants = given(h.constants);
    output = port_tensor(h.output, 1);
    scratch = port_tensor(h.scratch, 4);
    result[0] = port_ticks();
    call(h.kernel, d, in, constants, output, scratch);
    result[0] = port_ticks() - result[0];
    result[1] = port_broken();
    port_save(result, sizeof result);
    port_save(output, h.output);
    port_release();
}

int main(void)
{
    uint32_t bytes;
    const uint8_t *end;

    cursor = port_load(&bytes);
    end = cursor + bytes;
    while (cursor < end) {
        run_case();
    }
    port_quit(0);
    return 0;
}
