/* ${p.prefix}: the operators: what is known of each, and a function that runs it. */
#include "${p.prefix}_operators.h"

% if p.loops and p.config.checks:
#include "${p.prefix}_checks.h"
% endif
#include "${p.prefix}_kernels.h"
% if p.loops:
#include "${p.prefix}_rows.h"
% endif
#include "${p.prefix}_runtime.h"
<%include file="descriptors.mako"/>\
<%include file="rows.mako"/>\
% for o in p.operators:
% if o.runs:

int32_t ${p.prefix}_${o.id}_run(uint8_t *const *regions)
{
% if o.rows:
    return run_rows(&${o.id}, regions);
% else:
    return ${p.prefix}_run_${o.helper.helper_name}(&${o.id}, regions);
% endif
}
% endif
% endfor
