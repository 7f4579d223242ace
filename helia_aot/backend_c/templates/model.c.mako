/* ${p.prefix}: descriptors, schedule, init and run. */
#include "${p.prefix}_model.h"

#include "${p.prefix}_constants.h"
#include "${p.prefix}_kernels.h"
#include "${p.prefix}_runtime.h"

#define STATE_READY UINT32_C(0x68656c69)
% if p.config.allocate_arenas:
% for i, r in enumerate(p.regions):
% if r.role != "constant":

static ${p.macro}_ALIGNED(${r.alignment}) uint8_t ${p.prefix}_${p.region_id(i)}[${r.size}];
% endif
% endfor
% endif
% for o in p.operators:
% if o.helper:

/* ${o.layer_index}: ${o.kind}${f" {comment(o.outputs[0].name)}" if o.outputs and o.outputs[0].name else ""} */
% for name, tensors in o.variadic.items():
static const ${p.prefix}_ref_t ${p.prefix}_${o.id}_${name}[${max(1, len(tensors))}] = {
% for t in tensors:
    ${t.reference}, /* ${t.id} */
% endfor
};
% endfor
static const ${p.prefix}_${o.helper.struct_kind}_t ${p.prefix}_${o.id} = {
% for line in descriptor(p, o):
    ${line}
% endfor
};
% endif
% endfor

typedef struct {
    int32_t (*run)(const void *node, uint8_t *const *regions);
    const void *node;
% if p.config.callbacks:
    int32_t op;
% endif
} ${p.prefix}_step_t;
% if p.config.schedule == "table":

static const ${p.prefix}_step_t schedule[${max(1, len(p.calls))}] = {
% for o in p.calls:
% if o.helper:
    {${p.prefix}_run_${o.helper.helper_name}, &${p.prefix}_${o.id}${f", {o.layer_index}" if p.config.callbacks else ""}},
% else:
    {NULL, NULL, ${o.layer_index}}, /* ${o.id}: a view */
% endif
% endfor
% if not p.calls:
    {NULL, NULL${", 0" if p.config.callbacks else ""}},
% endif
};
% endif

typedef struct {
    ${p.prefix}_ref_t data;
    uint32_t nbytes;
    uint32_t elements;
    ${p.prefix}_type_t type;
    uint32_t rank;
    const int32_t *shape;
    float scale;
    int32_t zero_point;
} ${p.prefix}_port_t;
% for role, tensors in (("inputs", p.inputs), ("outputs", p.outputs)):

% for i, t in enumerate(tensors):
% if t.shape:
static const int32_t ${role}_shape_${i}[${len(t.shape)}] = {${", ".join(map(str, t.shape))}};
% endif
% endfor
static const ${p.prefix}_port_t ${role}[${max(1, len(tensors))}] = {
% for i, t in enumerate(tensors):
    {${t.reference}, ${size(t)}, ${t.elements}, ${p.macro}_TYPE_${t.dtype.upper()}, ${len(t.shape)}, ${f"{role}_shape_{i}" if t.shape else "NULL"}, ${scale(t)}, ${zero_point(t)}}, /* ${t.id} */
% endfor
% if not tensors:
    {${p.macro}_NO_REF, 0, 0, ${p.macro}_TYPE_INT8, 0, NULL, 0.0f, 0},
% endif
};

const ${p.prefix}_tensor_ident_t ${p.prefix}_${role}_id[${max(1, len(tensors))}] = {
% for t in tensors:
    ${p.macro}_TENSOR_${t.id.upper()},
% endfor
% if not tensors:
    ${p.macro}_TENSORS,
% endif
};
% endfor
% if p.config.names:

const char *const ${p.prefix}_tensor_names[${p.macro}_TENSORS] = {
% for t in p.tensors:
    ${c_string(t.name or t.id)},
% endfor
};
% endif

static void fill(${p.prefix}_tensor_t *tensor, const ${p.prefix}_port_t *port, uint8_t *const *regions)
{
    tensor->data = ${p.prefix}_at(regions, port->data);
    tensor->nbytes = port->nbytes;
    tensor->elements = port->elements;
    tensor->type = port->type;
    tensor->rank = port->rank;
    tensor->shape = port->shape;
    tensor->scale = port->scale;
    tensor->zero_point = port->zero_point;
}

${p.prefix}_status_t ${p.prefix}_model_init(${p.prefix}_model_context_t *ctx)
{
    if (ctx == NULL) {
        return ${p.macro}_ERROR_NULL;
    }
% for i, r in enumerate(p.regions):
% if r.role == "constant":
    ctx->regions[${i}] = (uint8_t *)(uintptr_t)&${p.prefix}_${p.region_id(i)};
% elif p.config.allocate_arenas:
    ctx->regions[${i}] = ${p.prefix}_${p.region_id(i)};
% else:
    if (ctx->regions[${i}] == NULL) {
        return ${p.macro}_ERROR_UNBOUND;
    }
% endif
% endfor
% for role, tensors in (("inputs", p.inputs), ("outputs", p.outputs)):
% if tensors:
    for (size_t i = 0; i < ${len(tensors)}; ++i) {
        fill(&ctx->${role}[i], &${role}[i], ctx->regions);
    }
% else:
    fill(&ctx->${role}[0], &${role}[0], ctx->regions);
% endif
% endfor
    ctx->state = STATE_READY;
% if p.config.callbacks:
    for (int32_t op = 0; op < ${p.macro}_OPERATORS; ++op) {
        if (ctx->callback != NULL) {
            ctx->callback(op, ${p.macro}_OP_INIT_FINISHED, 0, ctx->user_data);
        }
    }
% endif
    return ${p.macro}_OK;
}

static int32_t step(const ${p.prefix}_model_context_t *ctx, const ${p.prefix}_step_t *s)
{
% if p.config.callbacks:
    int32_t status = 0;

    if (ctx->callback != NULL) {
        ctx->callback(s->op, ${p.macro}_OP_RUN_STARTED, 0, ctx->user_data);
    }
    if (s->run != NULL) {
        status = s->run(s->node, ctx->regions);
    }
    if (ctx->callback != NULL) {
        ctx->callback(s->op, ${p.macro}_OP_RUN_FINISHED, status, ctx->user_data);
    }
    return status;
% else:
    return s->run(s->node, ctx->regions);
% endif
}
% if p.config.schedule == "calls":
% for o in p.calls:

static int32_t ${p.prefix}_${o.id}_run(const ${p.prefix}_model_context_t *ctx)
{
    const ${p.prefix}_step_t s = {${f"{p.prefix}_run_{o.helper.helper_name}, &{p.prefix}_{o.id}" if o.helper else "NULL, NULL"}${f", {o.layer_index}" if p.config.callbacks else ""}};

    return step(ctx, &s);
}
% endfor
% endif

${p.prefix}_status_t ${p.prefix}_model_run(${p.prefix}_model_context_t *ctx)
{
    if (ctx == NULL) {
        return ${p.macro}_ERROR_NULL;
    }
    if (ctx->state != STATE_READY) {
        return ${p.macro}_ERROR_STATE;
    }
% if p.config.schedule == "table":
% if p.calls:
    for (size_t i = 0; i < ${len(p.calls)}; ++i) {
        if (step(ctx, &schedule[i]) != 0) {
            return ${p.macro}_ERROR_KERNEL;
        }
    }
% else:
    (void)step;
    (void)schedule;
% endif
% else:
% for o in p.calls:
    if (${p.prefix}_${o.id}_run(ctx) != 0) {
        return ${p.macro}_ERROR_KERNEL;
    }
% endfor
% if not p.calls:
    (void)step;
% endif
% endif
    return ${p.macro}_OK;
}
% if not p.config.allocate_arenas:

${p.prefix}_status_t ${p.prefix}_bind_arena(
    ${p.prefix}_model_context_t *ctx, ${p.prefix}_arena_region_t region, void *buffer, size_t nbytes)
{
    static const struct {
        size_t size;
        size_t alignment; /* 0: not one to bind */
    } need[${max(1, len(p.regions))}] = {
% for r in p.regions:
        {${r.size}, ${0 if r.role == "constant" else r.alignment}},
% endfor
% if not p.regions:
        {0, 0},
% endif
    };

    if (ctx == NULL || buffer == NULL) {
        return ${p.macro}_ERROR_NULL;
    }
    if ((size_t)region >= ${len(p.regions)} || need[region].alignment == 0) {
        return ${p.macro}_ERROR_REGION;
    }
    if (nbytes < need[region].size) {
        return ${p.macro}_ERROR_SIZE;
    }
    if ((uintptr_t)buffer % need[region].alignment != 0) {
        return ${p.macro}_ERROR_ALIGNMENT;
    }
    ctx->regions[region] = buffer;
    ctx->state = 0;
    return ${p.macro}_OK;
}
% endif

const char *${p.prefix}_status_text(${p.prefix}_status_t status)
{
% if p.config.names:
    switch (status) {
    case ${p.macro}_OK:
        return "ok";
    case ${p.macro}_ERROR_NULL:
        return "a pointer is NULL";
    case ${p.macro}_ERROR_UNBOUND:
        return "a region has no memory: bind it before init";
    case ${p.macro}_ERROR_SIZE:
        return "a buffer is too small";
    case ${p.macro}_ERROR_ALIGNMENT:
        return "a buffer is not aligned";
    case ${p.macro}_ERROR_REGION:
        return "no such region, or not one to bind";
    case ${p.macro}_ERROR_STATE:
        return "the context is not initialized: call init before run";
    case ${p.macro}_ERROR_KERNEL:
        return "a kernel failed";
    default:
        return "unknown status";
    }
% else:
    return status == ${p.macro}_OK ? "ok" : "error";
% endif
}
