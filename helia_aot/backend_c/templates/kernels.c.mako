/* ${p.prefix}: one shared helper per kernel signature: finds the tensors of a node, calls the kernel. */
#include "${p.prefix}_kernels.h"

#include "${p.prefix}_runtime.h"
% for h in p.helpers:

int32_t ${p.prefix}_run_${h.helper_name}(const void *node, uint8_t *const *regions)
{
    const ${p.prefix}_${h.struct_kind}_t *d = node;

    ${p.prefix}_${h.helper_name}(${(",\n" + " " * (len(p.prefix) + len(h.helper_name) + 6)).join(arguments(p.prefix, h))});
    return 0;
}
% endfor
