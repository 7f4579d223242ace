% if p.calls:

static ${p.prefix}_status_t run_step(const ${p.prefix}_model_context_t *ctx, uint32_t step)
{
% if p.config.callbacks or p.config.checks:
    ${p.prefix}_status_t status;

% if p.config.callbacks:
    if (ctx->callback != NULL) {
        ctx->callback((int32_t)step, ${M}_OP_RUN_STARTED, ${M}_OK, ctx->user_data);
    }
% endif
% if p.config.checks:
    ${p.prefix}_canaries_set(step, ctx->regions);
% endif
    status = call(step, ctx->regions) == 0 ? ${M}_OK : ${M}_ERROR_KERNEL;
% if p.config.checks:
    if (status == ${M}_OK && !${p.prefix}_canaries_hold(step, ctx->regions)) {
        status = ${M}_ERROR_CANARY;
    }
% endif
% if p.config.callbacks:
    if (ctx->callback != NULL) {
        ctx->callback((int32_t)step, ${M}_OP_RUN_FINISHED, (int32_t)status, ctx->user_data);
    }
% endif
    return status;
% else:
    return call(step, ctx->regions) == 0 ? ${M}_OK : ${M}_ERROR_KERNEL;
% endif
}
% endif

${wrapped(f"{p.prefix}_status_t {p.prefix}_model_run_some(", [f"{p.prefix}_model_context_t *ctx", "uint32_t max_operators"], ")")}
{
<%include file="may_run.mako"/>\
% if p.calls:
    for (; max_operators > 0 && ctx->next < STEPS; --max_operators) {
        const ${p.prefix}_status_t status = run_step(ctx, ctx->next++);

        if (status != ${M}_OK) {
            ctx->next = 0;
            return status;
        }
    }
    if (ctx->next < STEPS) {
        return ${M}_MORE;
    }
    ctx->next = 0;
% else:
    (void)max_operators;
% endif
    return ${M}_OK;
}

${p.prefix}_status_t ${p.prefix}_model_run(${p.prefix}_model_context_t *ctx)
{
    if (ctx == NULL) {
        return ${M}_ERROR_NULL;
    }
    ctx->next = 0;
    return ${p.prefix}_model_run_some(ctx, UINT32_MAX);
}
