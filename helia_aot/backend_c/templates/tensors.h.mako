/* ${p.prefix}: the tensors of the model. */
#ifndef ${p.macro}_TENSORS_H
#define ${p.macro}_TENSORS_H

#include "${p.prefix}_context.h"

#ifdef __cplusplus
extern "C" {
#endif

% for role, tensors in (("INPUT", p.inputs), ("OUTPUT", p.outputs)):
% for i, t in enumerate(tensors):
/* ${comment(t.name) or "(unnamed)"}: ${t.dtype}[${", ".join(map(str, t.shape))}] */
#define ${p.macro}_${role}_${i}_NBYTES ${size(t)}
#define ${p.macro}_${role}_${i}_ELEMENTS ${t.elements}
#define ${p.macro}_${role}_${i}_SCALE ${scale(t)}
#define ${p.macro}_${role}_${i}_ZERO_POINT ${zero_point(t)}
% endfor
% endfor

typedef enum {
% for t in p.tensors:
    ${p.macro}_TENSOR_${t.id.upper()} = ${t.index},
% endfor
    ${p.macro}_TENSORS = ${len(p.tensors)}
} ${p.prefix}_tensor_ident_t;

/* Which tensors ctx->inputs and ctx->outputs are, in their order. */
extern const ${p.prefix}_tensor_ident_t ${p.prefix}_inputs_id[${max(1, len(p.inputs))}];
extern const ${p.prefix}_tensor_ident_t ${p.prefix}_outputs_id[${max(1, len(p.outputs))}];
% if p.config.names:

/* The model's names of all tensors. */
extern const char *const ${p.prefix}_tensor_names[${p.macro}_TENSORS];
% endif

#ifdef __cplusplus
}
#endif

#endif
