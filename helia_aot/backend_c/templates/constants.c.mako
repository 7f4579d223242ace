/* ${p.prefix}: weights, biases and tables. */
#include <math.h>

#include "${p.prefix}_regions.h"
#include "${p.prefix}_runtime.h"
% for r in p.regions:
% if r.constants_symbol:

/* The plan's offsets and the compiler's agree. */
${wrapped(f"typedef char {r.name}_size[", [f"sizeof(struct {p.prefix}_{r.name}) == {r.constants_offset + r.size} ? 1 : -1"], "];")}

${M}_PUT_IN_${r.source_memory.upper()}
${M}_ALIGNED(${r.alignment})
const struct ${p.prefix}_${r.name} ${r.constants_symbol} = {
% for t in r.constants:
    /* ${brief(t.name) or t.id}: ${t.dtype}[${", ".join(map(str, t.shape))}] */
    .${t.id} = {
${rows(t.stored)}
    },
% endfor
};
% endif
% endfor
