/* Runs kernels on cases streamed in as data: descriptor and tensors of each case. Writes per case
 * what was damaged, the ticks of the run and the outputs. Knows no kernel and no address. */
#include <string.h>

#include "image.h"
#include "memory.h"

enum { MOST_TENSORS = 10 };

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

static void read_tensor(tensor_t *t)
{
    t->kind = read_word();
    t->nbytes = read_word();
    require(memory_allocate(t));
    if (tensor_owns(t)) {
        memset(t->memory, 0x5A, t->nbytes);
    } else if (t->kind != TENSOR_ABSENT) {
        t->around = read_word();
        t->offset = read_word();
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
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (tensors[i].kind >= TENSOR_INPUT_INSIDE) {
            tensors[i].memory = tensors[tensors[i].around].memory + tensors[i].offset;
        }
        pointers[i] = tensors[i].memory;
    }
    for (uint32_t round = 0; memory_guard(tensors, count, round); ++round) {
        const uint64_t start = image_counter_now();
        call_kernel(kernel, descriptor, pointers);
        report[1] = (uint32_t)(image_counter_now() - start);
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (tensor_owns(&tensors[i]) && !memory_intact(&tensors[i])) {
            report[0] |= 1u << i;
        }
    }
    require(image_write(results, report, sizeof report));
    for (uint32_t i = 0; i < count; ++i) {
        if (tensors[i].kind == TENSOR_OUTPUT || tensors[i].kind == TENSOR_OUTPUT_INSIDE) {
            require(image_write(results, tensors[i].memory, tensors[i].nbytes));
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        memory_release(&tensors[i]);
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
