
/* One step; `*next` becomes the step that follows it. */
static ${p.prefix}_status_t run_step(const ${p.prefix}_model_context_t *ctx, uint32_t *next)
{
    const uint32_t step = *next;
% if p.config.callbacks or p.config.checks:
    const uint16_t op = flow[step].op;
% endif
    ${p.prefix}_status_t status = ${M}_OK;
    int32_t result;

% if p.config.callbacks:
    if (ctx->callback != NULL && op != NO_OPERATOR) {
        ctx->callback((int32_t)op, ${M}_OP_RUN_STARTED, ${M}_OK, ctx->user_data);
    }
% endif
% if p.config.checks:
    if (op != NO_OPERATOR) {
        ${p.prefix}_canaries_set(op, ctx->regions);
    }
% endif
    result = call(step, ctx->regions);
    *next = result == JUMP ? flow[step].target : step + 1;
    if (result != 0 && result != JUMP) {
        status = ${M}_ERROR_KERNEL;
    }
% if p.loops and p.config.checks:
    if (result == ${M}_OVERWRITTEN) {
        status = ${M}_ERROR_CANARY;
    }
% endif
% if p.config.checks:
    if (status == ${M}_OK && op != NO_OPERATOR && !${p.prefix}_canaries_hold(op, ctx->regions)) {
        status = ${M}_ERROR_CANARY;
    }
% endif
% if p.config.callbacks:
    if (ctx->callback != NULL && op != NO_OPERATOR) {
        ctx->callback((int32_t)op, ${M}_OP_RUN_FINISHED, (int32_t)status, ctx->user_data);
    }
% endif
    return status;
}

${wrapped(f"{p.prefix}_status_t {p.prefix}_model_run_some(", [f"{p.prefix}_model_context_t *ctx", "uint32_t max_operators"], ")")}
{
<%include file="may_run.mako"/>\
    while (ctx->next < STEPS) {
        if (flow[ctx->next].op != NO_OPERATOR && max_operators-- == 0) {
            return ${M}_MORE;
        } else {
            const ${p.prefix}_status_t status = run_step(ctx, &ctx->next);

            if (status != ${M}_OK) {
                ctx->next = 0;
                return status;
            }
        }
    }
    ctx->next = 0;
    return ${M}_OK;
}

${p.prefix}_status_t ${p.prefix}_model_run(${p.prefix}_model_context_t *ctx)
{
    ${p.prefix}_status_t status;

    if (ctx == NULL) {
        return ${M}_ERROR_NULL;
    }
    ctx->next = 0;
    do { /* a loop has no end that is known */
        status = ${p.prefix}_model_run_some(ctx, UINT32_MAX);
    } while (status == ${M}_MORE);
    return status;
}
