<%include file="steps.mako"/>\

/* What runs: an operator, or a move or a branch. */
static int32_t call(uint32_t step, uint8_t *const *regions)
{
    switch (step) {
% for i, s in enumerate(p.steps):
% if s.condition:
    case ${i}:
        return branch(&condition_${i}, regions);
% elif s.moves:
    case ${i}:
        return move(&move_${i}, regions);
% elif s.operator.runs:
    case ${i}:
        return ${p.prefix}_${s.operator.id}_run(regions);
% endif
% endfor
    default:
        return 0;
    }
}
