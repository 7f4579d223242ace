/* ${p.prefix}: the tensors of the model. */
#ifndef ${M}_TENSORS_H
#define ${M}_TENSORS_H

#include "${p.prefix}_context.h"

#ifdef __cplusplus
extern "C" {
#endif

% for role, tensors in (("INPUT", p.inputs), ("OUTPUT", p.outputs)):
% for i, t in enumerate(tensors):
/* ${brief(t.name) or "(unnamed)"}: ${t.dtype}[${", ".join(map(str, t.shape))}] */
#define ${M}_${role}_${i}_NBYTES ${t.nbytes}
#define ${M}_${role}_${i}_ELEMENTS ${t.elements}
#define ${M}_${role}_${i}_SCALE ${scale(t)}
#define ${M}_${role}_${i}_ZERO_POINT ${zero_point(t)}
% endfor
% endfor

typedef enum {
% for t in p.tensors:
    ${M}_TENSOR_${t.id.upper()} = ${t.index},
% endfor
    ${M}_TENSORS = ${len(p.tensors)}
} ${p.prefix}_tensor_ident_t;

/* Which tensors ctx->inputs and ctx->outputs are, in their order. */
% for role, tensors in (("input", p.inputs), ("output", p.outputs)):
% if tensors:
extern const ${p.prefix}_tensor_ident_t ${p.prefix}_${role}s_id[${M}_${role.upper()}S];
% endif
% endfor
% if p.config.names and p.tensors:

/* The model's names of all tensors. */
extern const char *const ${p.prefix}_tensor_names[${M}_TENSORS];
% endif

#ifdef __cplusplus
}
#endif

#endif
