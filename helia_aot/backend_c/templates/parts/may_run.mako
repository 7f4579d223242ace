    if (ctx == NULL) {
        return ${M}_ERROR_NULL;
    }
    if (ctx->state != STATE_READY) {
        return ${M}_ERROR_STATE;
    }
% if p.binds:
    for (size_t i = ${len(p.regions)}; i < ${len(p.plan)}; ++i) {
        if (ctx->regions[i] == NULL) {
            return ${M}_ERROR_UNBOUND;
        }
    }
% endif
