/* ${p.prefix}: a function per operator, in execution order. Private to the module. */
#ifndef ${M}_OPERATORS_H
#define ${M}_OPERATORS_H

#include <stdint.h>

% for o in p.operators:
% if o.runs:
int32_t ${p.prefix}_${o.id}_run(uint8_t *const *regions);
% endif
% endfor

#endif
