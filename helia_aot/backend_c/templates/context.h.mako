/* ${p.prefix}: the context of a model, owned by the caller. */
#ifndef ${p.macro}_CONTEXT_H
#define ${p.macro}_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ${p.macro}_INPUTS ${len(p.inputs)}
#define ${p.macro}_OUTPUTS ${len(p.outputs)}
#define ${p.macro}_OPERATORS ${len(p.operators)}

typedef enum {
    ${p.macro}_OK = 0,
    ${p.macro}_ERROR_NULL = 1,      /* a pointer is NULL */
    ${p.macro}_ERROR_UNBOUND = 2,   /* a region has no memory */
    ${p.macro}_ERROR_SIZE = 3,      /* a buffer is too small */
    ${p.macro}_ERROR_ALIGNMENT = 4, /* a buffer is not aligned */
    ${p.macro}_ERROR_REGION = 5,    /* no such region, or not one to bind */
    ${p.macro}_ERROR_STATE = 6,     /* the context is not initialized */
    ${p.macro}_ERROR_KERNEL = 7     /* a kernel failed */
} ${p.prefix}_status_t;

typedef enum {
% for i, dtype in list(enumerate(dtypes)):
    ${p.macro}_TYPE_${dtype.upper()} = ${i}${"," if not loop.last else ""}
% endfor
} ${p.prefix}_type_t;

/* The regions of memory the model lives in. */
typedef enum {
% for i, r in enumerate(p.regions):
    ${p.macro}_REGION_${p.region_id(i).upper()} = ${i}, /* ${r.role}, ${r.size} bytes */
% endfor
    ${p.macro}_REGIONS = ${len(p.regions)}
} ${p.prefix}_arena_region_t;

% for i, r in enumerate(p.regions):
#define ${p.macro}_REGION_${p.region_id(i).upper()}_NBYTES ${r.size}
#define ${p.macro}_REGION_${p.region_id(i).upper()}_ALIGNMENT ${r.alignment}
% endfor
#define ${p.macro}_SCRATCH_NBYTES ${sum(r.size for r in p.regions if r.role == "scratch")}
#define ${p.macro}_PERSISTENT_NBYTES ${sum(r.size for r in p.regions if r.role == "persistent")}
#define ${p.macro}_CONSTANT_NBYTES ${sum(r.size for r in p.regions if r.role == "constant")}

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
    ${p.macro}_OP_INIT_FINISHED = 0,
    ${p.macro}_OP_RUN_STARTED = 1,
    ${p.macro}_OP_RUN_FINISHED = 2
} ${p.prefix}_operator_state_t;

/* Called around every operator; `op` is its position in execution order. */
typedef void (*${p.prefix}_callback_t)(
    int32_t op, ${p.prefix}_operator_state_t state, int32_t status, void *user_data);
% endif

typedef struct ${p.prefix}_model_context {
    ${p.prefix}_tensor_t inputs[${max(1, len(p.inputs))}];
    ${p.prefix}_tensor_t outputs[${max(1, len(p.outputs))}];
    uint8_t *regions[${max(1, len(p.regions))}];
    uint32_t state;
% if p.config.callbacks:
    ${p.prefix}_callback_t callback; /* may be NULL */
    void *user_data;
% endif
} ${p.prefix}_model_context_t;

#ifdef __cplusplus
}
#endif

#endif
