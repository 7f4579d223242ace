% if p.loops:

/* A call in a loop over rows: after step t it has made lead + pace * t rows, at most its height. */
typedef struct {
    int32_t (*run)(const void *node, uint8_t *const *regions);
    const void *node;
    int32_t height;
    int32_t lead;
    int32_t pace;
% if p.config.checks:
    uint32_t op;
% endif
} row_call_t;

typedef struct {
    const row_call_t *calls;
    int32_t count;
    int32_t steps;
} row_loop_t;

static int32_t rows_made(const row_call_t *c, int32_t step)
{
    return step < 0 ? 0 : ${p.prefix}_clamp(c->lead + c->pace * step, 0, c->height);
}

/* In every step each call goes on from where it was. */
static int32_t run_rows(const void *node, uint8_t *const *regions)
{
    const row_loop_t *loop = node;

    for (int32_t step = 0; step < loop->steps; ++step) {
        for (const row_call_t *c = loop->calls; c != loop->calls + loop->count; ++c) {
            const int32_t first = rows_made(c, step - 1), end = rows_made(c, step);
            const ${p.prefix}_rows_call_t call = {c->node, {first, end - first, 0, 0}};
            int32_t status;

            if (first == end) {
                continue;
            }
% if p.config.checks:
            ${p.prefix}_canaries_set(c->op, regions);
% endif
            status = c->run(&call, regions);
            if (status != 0) {
                return status;
            }
% if p.config.checks:
            if (!${p.prefix}_canaries_hold(c->op, regions)) {
                return ${M}_OVERWRITTEN;
            }
% endif
        }
    }
    return 0;
}
% for o in p.loops:

static const row_call_t ${o.id}_calls[${len(o.rows)}] = {
% for c in o.rows:
    {${p.prefix}_run_${c.operator.helper.helper_name}, &${c.operator.id}, ${c.height}, ${c.lead}, ${c.pace}${f", {c.operator.layer_index}" if p.config.checks else ""}},
% endfor
};
static const row_loop_t ${o.id} = {${o.id}_calls, ${len(o.rows)}, ${o.steps}};
% endfor
% endif
