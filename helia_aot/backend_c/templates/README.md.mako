# ${p.prefix}

A neural network compiled ahead of time to C99. Build everything in `src/` with `includes-api/` and
`src/` on the include path, or `add_subdirectory()` this folder.

```c
#include "${p.prefix}_model.h"

static ${p.prefix}_model_context_t ctx;
% if not p.config.allocate_arenas:

% for r in p.regions:
% if r.cold:
/* ${r.name}: the ${r.size} bytes of ${r.sidecar}, aligned to ${r.alignment} */
% else:
/* ${r.name}: ${r.size} bytes, aligned to ${r.alignment} */
% endif
${p.prefix}_bind_arena(&ctx, ${M}_REGION_${r.name.upper()}, ${r.name}, sizeof ${r.name});
% endfor
% endif

${p.prefix}_model_init(&ctx);            /* once */
% if p.staged and not p.config.auto_hydrate:
${p.prefix}_hydrate_constants(&ctx);     /* once: copies constants to where they are read */
% endif
% for role, tensors in (("input", p.inputs), ("output", p.outputs)):
% for i, t in enumerate(tensors):
% if p.bound(t):
${p.prefix}_bind_${role}(&ctx, ${i}, ${role}_${i}, sizeof ${role}_${i}); /* ${t.nbytes} bytes, aligned to 16 */
% endif
% endfor
% endfor
/* write ctx.inputs[i].data */
${p.prefix}_model_run(&ctx);             /* every inference */
/* read ctx.outputs[i].data */
```

| | tensor | type | shape | scale | zero point |
|---|---|---|---|---|---|
% for role, tensors in (("input", p.inputs), ("output", p.outputs)):
% for i, t in enumerate(tensors):
| ${role} ${i} | `${comment(t.name).replace("|", "/").replace("`", "'")}` | ${t.dtype} | ${"x".join(map(str, t.shape)) or "scalar"} | ${scale(t)} | ${zero_point(t)} |
% endfor
% endfor

% if p.config.provider == "cmsis-nn":
Made for cpu `${p.config.cpu}`, and to be compiled for such a core: ${foreign(p)} of its
${len(p.operators)} operators run on Arm's CMSIS-NN, 7.0.0 or later
(https://github.com/ARM-software/CMSIS-NN), which is not part of it; the table of operators says
which. Compile CMSIS-NN with the same flags for the core, link it, and put its `Include` on the
include path.

With CMake the module links the target `cmsis-nn`. An application that has it, by an
`add_subdirectory()` of CMSIS-NN or a `find_package()` of its own (CMSIS-NN installs none), makes it
before it adds this folder; otherwise it is made here of the folder that `CMSIS_NN_ROOT` names, by
`-D` or in the environment. CMSIS-NN's own project asks for a C++ compiler too.
% else:
Made for cpu `${p.config.cpu}`, provider `${p.config.provider}`; exact on every core, fastest on this one.
% endif
% if p.config.model_sha256:
The model's SHA-256 is `${p.config.model_sha256}`.
% endif

${"##"} Memory

| region | memory | bytes | alignment | proven lower bound |
|---|---|---|---|---|
% for r in p.regions:
| ${r.name} | ${f"{r.source_memory}, copied to {r.memory}" if r.staged else r.memory} | ${r.size} | ${r.alignment} | ${r.lower_bound} |
% endfor
% if memories(p):

`${M}_PUT_IN_<MEMORY>` stands before every object that lies in a memory: define it, or name a header
that does with `${M}_CONFIG_HEADER`.
% endif

${"##"} Operators

| # | operator | from | kernel | why | MACs |
|---|---|---|---|---|---|
% for o in p.operators:
| ${o.layer_index} | ${comment(o.kind)} | ${", ".join(map(str, o.source_indices))} | ${o.helper.key if o.helper else "-"} | ${o.why} | ${"" if o.macs is None else o.macs} |
% endfor
