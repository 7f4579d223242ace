/* ${p.prefix}: the memory that the model works in. */
#include "${p.prefix}_regions.h"
#include "${p.prefix}_runtime.h"
% for r in writable(p):

${M}_PUT_IN_${r.memory.upper()}
${M}_ALIGNED(${r.alignment})
uint8_t ${r.symbol}[${f"{r.offset} + " if r.offset else ""}${r.size}];${f" /* a guard, so that no tensor lies at address zero */" if r.offset else ""}
% endfor
