<%include file="descriptors.mako"/>\
<%include file="rows.mako"/>\
<%include file="steps.mako"/>\

/* What runs: a shared helper on the descriptor of an operator, or a move or a branch. */
static const struct {
    int32_t (*run)(const void *node, uint8_t *const *regions);
    const void *node;
} schedule[STEPS] = {
% for i, s in enumerate(p.steps):
% if s.condition:
    {branch, &condition_${i}},
% elif s.moves:
    {move, &move_${i}},
% elif s.operator.rows:
    {run_rows, &${s.operator.id}},
% elif s.operator.helper:
    {${p.prefix}_run_${s.operator.helper.helper_name}, &${s.operator.id}},
% else:
    {NULL, NULL},
% endif
% endfor
};

static int32_t call(uint32_t step, uint8_t *const *regions)
{
    return schedule[step].run == NULL ? 0 : schedule[step].run(schedule[step].node, regions);
}
