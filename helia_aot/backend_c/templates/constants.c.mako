/* ${p.prefix}: weights, biases and tables. */
#include "${p.prefix}_constants.h"

#include <math.h>

#include "${p.prefix}_runtime.h"
% for i, r in enumerate(p.regions):
% if r.role == "constant":

/* The plan's offsets and the compiler's agree. */
typedef char ${p.prefix}_${p.region_id(i)}_size[sizeof(struct ${p.prefix}_${p.region_id(i)}) == ${r.size} ? 1 : -1];

${p.macro}_ALIGNED(${r.alignment}) const struct ${p.prefix}_${p.region_id(i)} ${p.prefix}_${p.region_id(i)} = {
% for t in p.constants(i):
    /* ${comment(t.name) or t.id}: ${t.dtype}[${", ".join(map(str, t.shape))}] */
    .${t.id} = {
% for line in rows(t.array):
        ${line}
% endfor
    },
% endfor
};
% endif
% endfor
