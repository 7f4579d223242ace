/* Runs kernels on cases streamed in as data: descriptor and tensors of each case, guard bytes around
 * every tensor. Writes per case what was damaged, the ticks of the run and the outputs. */
#include <stdlib.h>
#include <string.h>

#include "image.h"

enum { GUARD = 64, GUARD_BYTE = 0xA5, MOST_TENSORS = 10, ARENA_BYTES = 3000000 };

typedef enum { TENSOR_ABSENT, TENSOR_GIVEN, TENSOR_OUTPUT, TENSOR_SCRATCH } tensor_kind_t;

typedef struct {
    uint32_t kind;
    uint32_t nbytes;
    uint8_t *memory;
} tensor_t;

/* Generated: one call per kernel. */
void call_kernel(uint32_t kernel, const void *descriptor, void *const *tensors);

static int32_t cases;
static int32_t results;
static uint32_t descriptor[64];

void runner_fault(void)
{
}

static void require(bool done)
{
    if (!done) {
        image_message("the cases end too early, or the results cannot be written\n");
        image_exit(IMAGE_EXIT_FILES);
    }
}

static uint32_t read_word(void)
{
    uint32_t word;
    require(image_read(cases, &word, sizeof word));
    return word;
}

#if defined(__arm__)
static uint8_t arena[ARENA_BYTES] __attribute__((aligned(16)));
static uint32_t arena_used;

static uint8_t *allocate(uint32_t nbytes)
{
    uint8_t *memory = arena + arena_used + GUARD;
    arena_used += (nbytes + 2u * GUARD + 15u) & ~15u;
    require(arena_used <= ARENA_BYTES);
    memset(memory - GUARD, GUARD_BYTE, nbytes + 2u * GUARD);
    return memory;
}

static bool intact(const tensor_t *t)
{
    for (int32_t i = 1; i <= GUARD; ++i) {
        if (t->memory[-i] != GUARD_BYTE || t->memory[t->nbytes + (uint32_t)i - 1u] != GUARD_BYTE) {
            return false;
        }
    }
    return true;
}

static void release(tensor_t *t)
{
    (void)t;
    arena_used = 0;
}
#else
/* Exactly as large as asked for: the sanitizer guards it, and aligns to 16 bytes. */
static uint8_t *allocate(uint32_t nbytes)
{
    return malloc(nbytes > 0 ? nbytes : 1);
}

static bool intact(const tensor_t *t)
{
    (void)t;
    return true;
}

static void release(tensor_t *t)
{
    free(t->memory);
}
#endif

static void read_tensor(tensor_t *t)
{
    t->kind = read_word();
    t->nbytes = read_word();
    t->memory = NULL;
    if (t->kind != TENSOR_ABSENT) {
        t->memory = allocate(t->nbytes);
        memset(t->memory, 0x5A, t->nbytes);
    }
    if (t->kind == TENSOR_GIVEN) {
        require(image_read(cases, t->memory, t->nbytes));
    }
}

static void run_case(void)
{
    tensor_t tensors[MOST_TENSORS];
    void *pointers[MOST_TENSORS];
    uint32_t report[2] = {0, 0};
    const uint32_t kernel = read_word();

    require(image_read(cases, descriptor, read_word()));
    const uint32_t count = read_word();
    for (uint32_t i = 0; i < count; ++i) {
        read_tensor(&tensors[i]);
        pointers[i] = tensors[i].memory;
    }
    const uint64_t start = image_counter_now();
    call_kernel(kernel, descriptor, pointers);
    report[1] = (uint32_t)(image_counter_now() - start);
    for (uint32_t i = 0; i < count; ++i) {
        if (tensors[i].kind != TENSOR_ABSENT && !intact(&tensors[i])) {
            report[0] |= 1u << i;
        }
    }
    require(image_write(results, report, sizeof report));
    for (uint32_t i = 0; i < count; ++i) {
        if (tensors[i].kind == TENSOR_OUTPUT) {
            require(image_write(results, tensors[i].memory, tensors[i].nbytes));
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        release(&tensors[i]);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    image_start();
    cases = image_open("cases.bin", false);
    results = image_open("results.bin", true);
    (void)image_counter_start();
    for (uint32_t left = read_word(); left > 0; --left) {
        run_case();
    }
    image_close(results);
    image_exit(IMAGE_EXIT_OK);
}
