/* ${prefix}: descriptors of the kernels, the kernels, and the shared helpers that call them. */
#ifndef ${prefix.upper()}_KERNELS_H
#define ${prefix.upper()}_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

% if provider == "cmsis-nn":
/* The core whose kernels of CMSIS-NN the buffers are large enough for: 0 plain, 1 DSP, 2 MVE. */
#define ${prefix.upper()}_CORE ${core}

% endif
% if checks:
/* Kernels check the alignment of what they read by vectors. */
#define ${prefix.upper()}_CHECKS 1

% endif
/* Where a tensor lies: region in the upper 4 bits, offset below; resolved at run time. */
typedef uint32_t ${prefix}_ref_t;
% if any(r.rows for r in records):

/* Which rows of its output a kernel makes, see ${prefix}_rows.h. */
struct ${prefix}_rows;
% endif
% for r in records:

typedef struct {
% for f in r.tensors:
% if f.variadic:
    const ${prefix}_ref_t *${f.name};
    uint16_t ${f.name}_count;
% else:
    ${prefix}_ref_t ${f.name};
% endif
% endfor
% for f in r.numbers:
    ${f.ctype} ${f.name}${"" if f.length == 1 else f"[{f.length}]"};
% endfor
} ${prefix}_${r.kind}_t;
% endfor
% for h in helpers:

${wrapped(f"{'int32_t' if forwards(h, provider) else 'void'} {prefix}_{h.helper_name}(", parameters(prefix, h), ");")}
${wrapped(f"int32_t {prefix}_run_{h.helper_name}(", ["const void *node", "uint8_t *const *regions"], ");")}
% endfor

#ifdef __cplusplus
}
#endif

#endif
