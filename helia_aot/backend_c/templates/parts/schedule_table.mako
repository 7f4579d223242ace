<%include file="descriptors.mako"/>\

/* What runs, in order: a shared helper on the descriptor of an operator. */
static const struct {
    int32_t (*run)(const void *node, uint8_t *const *regions);
    const void *node;
} schedule[STEPS] = {
% for o in p.calls:
% if o.helper:
    {${p.prefix}_run_${o.helper.helper_name}, &${o.id}},
% else:
    {NULL, NULL}, /* ${o.id}: a view */
% endif
% endfor
};

static int32_t call(uint32_t step, uint8_t *const *regions)
{
% if all(o.helper for o in p.calls):
    return schedule[step].run(schedule[step].node, regions);
% else:
    return schedule[step].run == NULL ? 0 : schedule[step].run(schedule[step].node, regions);
% endif
}
