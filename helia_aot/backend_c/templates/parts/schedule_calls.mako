
/* What runs, in order. */
static int32_t call(uint32_t step, uint8_t *const *regions)
{
    switch (step) {
% for i, o in enumerate(p.calls):
% if o.helper:
    case ${i}:
        return ${p.prefix}_${o.id}_run(regions);
% endif
% endfor
    default:
        return 0;${" /* a view */" if not all(o.helper for o in p.calls) else ""}
    }
}
