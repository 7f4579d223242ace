/* ${p.prefix}: one shared helper per kernel signature: finds a node's tensors, calls the kernel. */
#include "${p.prefix}_kernels.h"

% if p.loops:
#include "${p.prefix}_rows.h"
% endif
#include "${p.prefix}_runtime.h"
% for h in p.helpers:

${wrapped(f"int32_t {p.prefix}_run_{h.helper_name}(", ["const void *node", "uint8_t *const *regions"], ")")}
{
% if makes_rows(h):
    const ${p.prefix}_rows_call_t *call = node;
    const ${p.prefix}_${h.struct_kind}_t *d = call->node;
% else:
    const ${p.prefix}_${h.struct_kind}_t *d = node;
% endif

% if forwards(h, p.config.provider):
    ${wrapped(f"return {p.prefix}_{h.helper_name}(", arguments(p.prefix, h), ");", 4)}
% else:
    ${wrapped(f"{p.prefix}_{h.helper_name}(", arguments(p.prefix, h), ");", 4)}
    return 0;
% endif
}
% endfor
