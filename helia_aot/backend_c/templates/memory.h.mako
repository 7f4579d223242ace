/* ${p.prefix}: the regions of memory that the model lives in. */
#ifndef ${M}_MEMORY_H
#define ${M}_MEMORY_H

typedef enum {
% for r in p.regions:
    ${M}_REGION_${r.name.upper()} = ${r.id}, /* ${r.size} bytes */
% endfor
    ${M}_REGIONS = ${len(p.regions)}
} ${p.prefix}_arena_region_t;

% for r in p.regions:
#define ${M}_REGION_${r.name.upper()}_NBYTES ${r.size}
#define ${M}_REGION_${r.name.upper()}_ALIGNMENT ${r.alignment}
% endfor
#define ${M}_SCRATCH_NBYTES ${sum(r.size for r in p.regions if r.role == "scratch")}
#define ${M}_PERSISTENT_NBYTES ${sum(r.size for r in p.regions if r.role == "persistent")}
#define ${M}_CONSTANT_NBYTES ${sum(r.size for r in p.regions if r.constant)}

/* Where every tensor lies, as a number: equal hashes, equal plans. */
#define ${M}_PLAN_HASH "${plan_hash(p)}"
% if memories(p):

/* What stands before an object that lies in a memory. These may be defined on the command line, or
   in a header whose name ${M}_CONFIG_HEADER is: with quotes, as in an #include. */
#ifdef ${M}_CONFIG_HEADER
#include ${M}_CONFIG_HEADER
#endif
% for memory in memories(p):
#ifndef ${M}_PUT_IN_${memory.upper()}
#define ${M}_PUT_IN_${memory.upper()}
#endif
% endfor
% endif

#endif
