/* ${p.prefix}: the objects that hold the regions. Private to the module. */
#ifndef ${M}_REGIONS_H
#define ${M}_REGIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "${p.prefix}_memory.h"
% for r in p.regions:
% if r.constants_symbol:
## No tensor's identifier ends with an underscore, except a keyword's: members of ours do.

struct ${p.prefix}_${r.name} {
% if r.constants_offset:
    uint8_t guard_[${r.constants_offset}];
% endif
% for t, gap in r.members():
    ${t.ctype} ${t.id}[${t.members}];
% if gap:
    uint8_t gap_${t.index}_[${gap}];
% endif
% endfor
};

extern const struct ${p.prefix}_${r.name} ${r.constants_symbol};
% endif
% endfor
% if writable(p):

% for r in writable(p):
extern uint8_t ${r.symbol}[${r.offset + r.size}];
% endfor
% endif

#endif
