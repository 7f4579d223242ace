/* ${p.prefix}: the context of a model, owned by the caller. */
#ifndef ${M}_CONTEXT_H
#define ${M}_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include "${p.prefix}_memory.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ${M}_INPUTS ${len(p.inputs)}
#define ${M}_OUTPUTS ${len(p.outputs)}
#define ${M}_OPERATORS ${len(p.operators)}

typedef enum {
% for i, (name, text) in enumerate(statuses):
    ${M}_${name} = ${i}${"," if i + 1 < len(statuses) else ""} /* ${text} */
% endfor
} ${p.prefix}_status_t;

typedef enum {
% for i, dtype in enumerate(dtypes):
    ${M}_TYPE_${dtype.upper()} = ${i}${"," if i + 1 < len(dtypes) else ""}
% endfor
} ${p.prefix}_type_t;

/* An input or an output: its data and what it is. real = (q - zero_point) * scale. */
typedef struct {
    void *data;
    uint32_t nbytes;
    uint32_t elements;
    ${p.prefix}_type_t type;
    uint32_t rank;
    const int32_t *shape;
    float scale;
    int32_t zero_point;
} ${p.prefix}_tensor_t;
% if p.config.callbacks:

typedef enum {
    ${M}_OP_INIT_FINISHED = 0,
    ${M}_OP_RUN_STARTED = 1,
    ${M}_OP_RUN_FINISHED = 2
} ${p.prefix}_operator_state_t;

/* Called around every operator: `op` is its position in execution order, `status` a
   ${p.prefix}_status_t once it has finished. */
${wrapped(f"typedef void (*{p.prefix}_callback_t)(", ["int32_t op", f"{p.prefix}_operator_state_t state", "int32_t status", "void *user_data"], ");")}
% endif

/* Zero it before its first use. The caller's business in it are inputs and outputs${"" if p.config.callbacks else "."}
% if p.config.callbacks:
   and callback and user_data. */
% else:
   All else is the model's. */
% endif
typedef struct ${p.prefix}_model_context {
    ${p.prefix}_tensor_t inputs[${max(1, len(p.inputs))}];
    ${p.prefix}_tensor_t outputs[${max(1, len(p.outputs))}];
    uint8_t *regions[${max(1, len(p.plan))}]; /* ${"the regions, then the application's own buffers" if p.binds else "by " + p.prefix + "_arena_region_t"} */
    uint32_t state;
    uint32_t next; /* the step that a sliced run continues with */
% if p.config.callbacks:
    ${p.prefix}_callback_t callback; /* may be NULL */
    void *user_data;
% endif
} ${p.prefix}_model_context_t;

#ifdef __cplusplus
}
#endif

#endif
