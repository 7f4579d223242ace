/* ${p.prefix}: a neural network compiled ahead of time. The public interface: include this. */
#ifndef ${M}_MODEL_H
#define ${M}_MODEL_H

#include "${p.prefix}_context.h"
#include "${p.prefix}_tensors.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepare a context. Call once before the first run, and again to start over.${"" if p.config.allocate_arenas else chr(10) + "   Bind all regions first."} */
${p.prefix}_status_t ${p.prefix}_model_init(${p.prefix}_model_context_t *ctx);

/* One inference: reads ctx->inputs[i].data, writes ctx->outputs[i].data. An input that lies in an
   arena shares memory with intermediate tensors: write it before every run. */
${p.prefix}_status_t ${p.prefix}_model_run(${p.prefix}_model_context_t *ctx);

/* The same in slices: runs at most so many operators${"" if p.config.callbacks or p.config.checks else " (views, which do nothing, not counted)"}
   and returns ${M}_MORE while the inference is unfinished, then ${M}_OK; the next call begins
   another one. ${p.prefix}_model_run drops an unfinished inference. */
${wrapped(f"{p.prefix}_status_t {p.prefix}_model_run_some(", [f"{p.prefix}_model_context_t *ctx", "uint32_t max_operators"], ");")}
% if p.states:

/* Put the state that is kept from run to run back to the model's initial values, as init does. An
   unfinished inference is dropped. */
${p.prefix}_status_t ${p.prefix}_model_reset(${p.prefix}_model_context_t *ctx);
% endif
% if not p.config.allocate_arenas:

/* Give a region its memory. Order: zero the context, bind, init, run. A region of constants that is
   read where it lies is bound to the bytes of its file; these are never written. */
${wrapped(f"{p.prefix}_status_t {p.prefix}_bind_arena(", [f"{p.prefix}_model_context_t *ctx", f"{p.prefix}_arena_region_t region", "void *buffer", "size_t nbytes"], ");")}
% endif
% if p.binds:

/* Let the model read input i, or write output i, in a buffer of the application: aligned to 16
   bytes, at least as large as the tensor, kept until it is bound again. Any time before a run. */
% for role, const in (("input", "const "), ("output", "")):
${wrapped(f"{p.prefix}_status_t {p.prefix}_bind_{role}(", [f"{p.prefix}_model_context_t *ctx", "uint32_t i", f"{const}void *data", "size_t nbytes"], ");")}
% endfor
% endif
% if p.staged:

/* The constants that are copied before they are used: to ctx->regions[region]. */
typedef struct {
    ${p.prefix}_arena_region_t region;
    const uint8_t *source;
    uint32_t nbytes;
} ${p.prefix}_hydration_t;

#define ${M}_HYDRATIONS ${len(p.staged)}
extern const ${p.prefix}_hydration_t ${p.prefix}_hydrations[${M}_HYDRATIONS];

% if p.config.auto_hydrate:
/* Copies them: called by ${p.prefix}_model_init.
% else:
/* Copies them: call it after ${p.prefix}_model_init and before the first run.
% endif
   Weak: another definition, which may use a DMA, replaces it. */
${p.prefix}_status_t ${p.prefix}_hydrate_constants(${p.prefix}_model_context_t *ctx);
% endif

/* What a status means, in English. */
const char *${p.prefix}_status_text(${p.prefix}_status_t status);

#ifdef __cplusplus
}
#endif

#endif
