/* ${p.prefix}: the operators: what is known of each, and a function that runs it. */
#include "${p.prefix}_operators.h"

#include "${p.prefix}_kernels.h"
#include "${p.prefix}_runtime.h"
<%include file="descriptors.mako"/>\
% for o in p.operators:
% if o.helper:

int32_t ${p.prefix}_${o.id}_run(uint8_t *const *regions)
{
    return ${p.prefix}_run_${o.helper.helper_name}(&${o.id}, regions);
}
% endif
% endfor
