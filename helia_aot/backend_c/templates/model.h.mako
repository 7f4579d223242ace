/* ${p.prefix}: a neural network compiled ahead of time. The public interface: include this. */
#ifndef ${p.macro}_MODEL_H
#define ${p.macro}_MODEL_H

#include "${p.prefix}_context.h"
#include "${p.prefix}_tensors.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepare a context${"" if p.config.allocate_arenas else "; bind every arena first"}. Call once before the first run, and again to start over. */
${p.prefix}_status_t ${p.prefix}_model_init(${p.prefix}_model_context_t *ctx);

/* One inference: reads ctx->inputs[i].data, writes ctx->outputs[i].data. Inputs share memory with
   intermediate tensors: write all of them before every run. */
${p.prefix}_status_t ${p.prefix}_model_run(${p.prefix}_model_context_t *ctx);
% if not p.config.allocate_arenas:

/* Give a region its memory. Order: zero the context, bind, init, run. */
${p.prefix}_status_t ${p.prefix}_bind_arena(
    ${p.prefix}_model_context_t *ctx, ${p.prefix}_arena_region_t region, void *buffer, size_t nbytes);
% endif

/* What a status means, in English. */
const char *${p.prefix}_status_text(${p.prefix}_status_t status);

#ifdef __cplusplus
}
#endif

#endif
