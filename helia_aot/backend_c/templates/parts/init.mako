
${p.prefix}_status_t ${p.prefix}_model_init(${p.prefix}_model_context_t *ctx)
{
% if p.staged and p.config.auto_hydrate:
    ${p.prefix}_status_t status;

% endif
    if (ctx == NULL) {
        return ${M}_ERROR_NULL;
    }
% if p.staged and p.config.auto_hydrate:
    ctx->state = 0;
% endif
% if p.config.allocate_arenas:
% for r in p.regions:
    ctx->regions[${r.id}] = ${"(uint8_t *)(uintptr_t)&" if r.cold else ""}${r.symbol}${f" + {r.offset}" if r.offset else ""};
% endfor
% elif p.regions:
    for (size_t i = 0; i < ${M}_REGIONS; ++i) {
        if (ctx->regions[i] == NULL) {
            return ${M}_ERROR_UNBOUND;
        }
    }
% endif
% if p.staged and p.config.auto_hydrate:
    status = ${p.prefix}_hydrate_constants(ctx);
% if p.config.checks:
% for r in p.staged:
    if (status == ${M}_OK &&
        ${p.prefix}_crc32(ctx->regions[${r.id}], ${r.size}) != UINT32_C(0x${f"{r.crc:08x}"})) {
        status = ${M}_ERROR_CHECKSUM;
    }
% endfor
% endif
    if (status != ${M}_OK) {
        return status;
    }
% endif
% for role, tensors in (("input", p.inputs), ("output", p.outputs)):
% if tensors:
    for (size_t i = 0; i < ${M}_${role.upper()}S; ++i) {
        fill(&ctx->${role}s[i], &${role}s[i], ctx->regions);
    }
% endif
% endfor
% if p.states:
    reset(ctx->regions);
% endif
    ctx->state = STATE_READY;
    ctx->next = 0;
% if p.config.callbacks:
    for (int32_t op = 0; op < ${M}_OPERATORS && ctx->callback != NULL; ++op) {
        ctx->callback(op, ${M}_OP_INIT_FINISHED, ${M}_OK, ctx->user_data);
    }
% endif
    return ${M}_OK;
}
