/* Where the runner's tensors lie, and what notices an access beside one. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* The last two lie within another tensor: an input, an output. */
typedef enum {
    TENSOR_ABSENT,
    TENSOR_GIVEN,
    TENSOR_OUTPUT,
    TENSOR_SCRATCH,
    TENSOR_INPUT_INSIDE,
    TENSOR_OUTPUT_INSIDE
} tensor_kind_t;

typedef struct {
    uint32_t kind;
    uint32_t nbytes;
    uint8_t *memory; /* NULL when absent */
    uint32_t around; /* the tensor that it lies within, and where */
    uint32_t offset;
} tensor_t;

/* Whether a tensor has memory of its own. */
static inline bool tensor_owns(const tensor_t *t)
{
    return t->kind != TENSOR_ABSENT && t->kind < TENSOR_INPUT_INSIDE;
}

/* Gives a tensor memory of its own; false when there is no more. */
bool memory_allocate(tensor_t *t);
void memory_release(tensor_t *t);
/* Makes every access behind the tensors of round `round` a fault; false when there are no more. */
bool memory_guard(const tensor_t *tensors, uint32_t count, uint32_t round);
/* Whether the bytes around a tensor are as they were. */
bool memory_intact(const tensor_t *t);

#endif
