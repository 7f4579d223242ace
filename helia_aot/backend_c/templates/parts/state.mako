
/* The state and its first values. */
% for i, s in enumerate(p.states):
% if s.fill is None:
static const uint8_t state_${i}[${len(s.data)}] = {
% for line in byte_rows(s.data):
    ${line}
% endfor
};
% endif
% endfor
static const struct {
    ${p.prefix}_ref_t ref;
    uint32_t nbytes;
    const uint8_t *bytes; /* NULL: all are `fill` */
    uint8_t fill;
} states[${len(p.states)}] = {
% for i, s in enumerate(p.states):
    {${s.tensor.reference}, ${len(s.data)}, ${f"state_{i}, 0" if s.fill is None else f"NULL, {s.fill}"}}, /* ${s.tensor.id} */
% endfor
};

static void reset(uint8_t *const *regions)
{
    for (size_t i = 0; i < ${len(p.states)}; ++i) {
        uint8_t *target = ${p.prefix}_at(regions, states[i].ref);

        for (uint32_t j = 0; j < states[i].nbytes; ++j) {
            target[j] = states[i].bytes == NULL ? states[i].fill : states[i].bytes[j];
        }
    }
}

${p.prefix}_status_t ${p.prefix}_model_reset(${p.prefix}_model_context_t *ctx)
{
    if (ctx == NULL) {
        return ${M}_ERROR_NULL;
    }
    if (ctx->state != STATE_READY) {
        return ${M}_ERROR_STATE;
    }
    reset(ctx->regions);
    ctx->next = 0;
    return ${M}_OK;
}
