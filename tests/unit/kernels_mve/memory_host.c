/* Memory of a process: exactly as large as asked for, for the sanitizer to guard. */
#include <stdlib.h>

#include "memory.h"

bool memory_allocate(tensor_t *t)
{
    t->memory = tensor_owns(t) ? malloc(t->nbytes > 0 ? t->nbytes : 1) : NULL;
    return !tensor_owns(t) || t->memory != NULL;
}

void memory_release(tensor_t *t)
{
    if (tensor_owns(t)) {
        free(t->memory);
    }
}

bool memory_guard(const tensor_t *tensors, uint32_t count, uint32_t round)
{
    (void)tensors;
    (void)count;
    return round == 0;
}

bool memory_intact(const tensor_t *t)
{
    (void)t;
    return true;
}
