/* ${p.prefix}: the application brings the buffers of inputs and outputs. */
#include "${p.prefix}_model.h"

/* Where in ctx->regions the buffer stands, and what it takes; nbytes is 0 where there is none. */
typedef struct {
    uint32_t slot;
    uint32_t nbytes;
} buffer_t;

${wrapped(f"static {p.prefix}_status_t bind(", [f"{p.prefix}_model_context_t *ctx", f"{p.prefix}_tensor_t *tensor", "const buffer_t *need", "const void *data", "size_t nbytes"], ")")}
{
    if (need->nbytes == 0) {
        return ${M}_ERROR_REGION;
    }
    if (nbytes < need->nbytes) {
        return ${M}_ERROR_SIZE;
    }
    if ((uintptr_t)data % 16 != 0) {
        return ${M}_ERROR_ALIGNMENT;
    }
    ctx->regions[need->slot] = (uint8_t *)(uintptr_t)data;
    tensor->data = ctx->regions[need->slot];
    return ${M}_OK;
}
% for role, tensors, const in (("input", p.inputs, "const "), ("output", p.outputs, "")):

${wrapped(f"{p.prefix}_status_t {p.prefix}_bind_{role}(", [f"{p.prefix}_model_context_t *ctx", "uint32_t i", f"{const}void *data", "size_t nbytes"], ")")}
{
% if tensors:
    static const buffer_t buffers[${M}_${role.upper()}S] = {
% for i, t in enumerate(tensors):
        {${f"{t.placement.region}, {M}_{role.upper()}_{i}_NBYTES" if p.bound(t) else "0, 0"}},
% endfor
    };

% endif
    if (ctx == NULL || data == NULL) {
        return ${M}_ERROR_NULL;
    }
% if tensors:
    if (i >= ${M}_${role.upper()}S) {
        return ${M}_ERROR_REGION;
    }
    return bind(ctx, &ctx->${role}s[i], &buffers[i], data, nbytes);
% else:
    (void)i;
    (void)nbytes;
    return ${M}_ERROR_REGION;
% endif
}
% endfor
