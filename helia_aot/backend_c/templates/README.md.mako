# ${p.prefix}

A neural network compiled ahead of time to C99. Build everything in `src/` with `includes-api/` and
`src/` on the include path, or `add_subdirectory()` this folder.

```c
#include "${p.prefix}_model.h"

static ${p.prefix}_model_context_t ctx;
% if not p.config.allocate_arenas:

% for i, r in enumerate(p.regions):
% if r.role != "constant":
${p.prefix}_bind_arena(&ctx, ${p.macro}_REGION_${p.region_id(i).upper()}, buffer, sizeof buffer); /* ${r.size} bytes, aligned to ${r.alignment} */
% endif
% endfor
% endif

${p.prefix}_model_init(&ctx);            /* once */
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

Made for cpu `${p.config.cpu}`, provider `${p.config.provider}`; exact on every core, fastest on this one.
% if p.config.model_sha256:
The model's SHA-256 is `${p.config.model_sha256}`.
% endif

${"##"} Memory

| region | memory | bytes | alignment | proven lower bound |
|---|---|---|---|---|
% for i, r in enumerate(p.regions):
| ${p.region_id(i)} | ${r.memory} | ${r.size} | ${r.alignment} | ${r.lower_bound} |
% endfor

${"##"} Operators

| # | operator | from | kernel | why | MACs |
|---|---|---|---|---|---|
% for o in p.operators:
| ${o.layer_index} | ${o.kind} | ${", ".join(map(str, o.source_indices))} | ${o.helper.key if o.helper else "-"} | ${o.why} | ${"" if o.macs is None else o.macs} |
% endfor
