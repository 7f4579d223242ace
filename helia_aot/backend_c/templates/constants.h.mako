/* ${p.prefix}: the constants of the model, one object per region. */
#ifndef ${p.macro}_CONSTANTS_H
#define ${p.macro}_CONSTANTS_H

#include <stdbool.h>
#include <stdint.h>
% for i, r in enumerate(p.regions):
% if r.role == "constant":

struct ${p.prefix}_${p.region_id(i)} {
% for t, gap in members(p, i):
    ${t.ctype} ${t.id}[${t.elements}];
% if gap:
    uint8_t gap_${t.index}[${gap}];
% endif
% endfor
};

extern const struct ${p.prefix}_${p.region_id(i)} ${p.prefix}_${p.region_id(i)};
% endif
% endfor

#endif
