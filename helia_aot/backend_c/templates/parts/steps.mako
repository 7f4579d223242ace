
/* What is no kernel: an operator that begins or ends a block of others. */
#define JUMP 1
#define NO_OPERATOR UINT16_MAX

typedef struct {
    ${p.prefix}_ref_t target;
    ${p.prefix}_ref_t source;
    uint32_t nbytes;
    uint32_t swap; /* whether the two change places */
} copy_t;

typedef struct {
    const copy_t *copies; /* one after another */
    uint32_t count;
    int32_t status; /* 0, or JUMP */
} move_t;
% if any(s.condition for s in p.steps):

/* Goes on where the condition holds; else jumps. */
static int32_t branch(const void *node, uint8_t *const *regions)
{
    const ${p.prefix}_ref_t *condition = node;

    return *${p.prefix}_at(regions, *condition) != 0 ? 0 : JUMP;
}
% endif
% if any(s.moves for s in p.steps):

static int32_t move(const void *node, uint8_t *const *regions)
{
    const move_t *m = node;

    for (const copy_t *c = m->copies; c != m->copies + m->count; ++c) {
        uint8_t *target = ${p.prefix}_at(regions, c->target);
        uint8_t *source = ${p.prefix}_at(regions, c->source);

        for (uint32_t i = 0; i < c->nbytes; ++i) {
            const uint8_t byte = target[i];

            target[i] = source[i];
            if (c->swap != 0) {
                source[i] = byte;
            }
        }
    }
    return m->status;
}
% endif
% for i, s in enumerate(p.steps):
% if s.condition:

static const ${p.prefix}_ref_t condition_${i} = ${s.condition.reference}; /* ${s.condition.id} */
% elif s.moves:

% if s.copies:
static const copy_t copies_${i}[${len(s.copies)}] = {
% for c in s.copies:
    {${c.target.reference}, ${c.source.reference}, ${c.target.nbytes}, ${int(c.swap)}}, /* ${c.target.id} ${"and" if c.swap else "from"} ${c.source.id} */
% endfor
};
% endif
static const move_t move_${i} = {${f"copies_{i}" if s.copies else "NULL"}, ${len(s.copies)}, ${"JUMP" if s.jumps else "0"}};
% endif
% endfor

/* Of each step the operator that it is, by its position in execution order, and where it jumps. */
static const struct {
    uint16_t op;
    uint16_t target;
} flow[STEPS] = {
% for i, s in enumerate(p.steps):
    {${s.operator.layer_index if s.operator else "NO_OPERATOR"}, ${s.target}}, /* ${i}: ${step_words(s)} */
% endfor
};
