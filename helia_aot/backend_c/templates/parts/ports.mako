
typedef struct {
    ${p.prefix}_ref_t data;
    uint32_t nbytes;
    uint32_t elements;
    ${p.prefix}_type_t type;
    uint32_t rank;
    const int32_t *shape;
    float scale;
    int32_t zero_point;
} port_t;
% for role, tensors in (("input", p.inputs), ("output", p.outputs)):
% if tensors:

% for i, t in enumerate(tensors):
% if t.shape:
static const int32_t ${role}_${i}_shape[${len(t.shape)}] = {${", ".join(map(str, t.shape))}};
% endif
% endfor
static const port_t ${role}s[${M}_${role.upper()}S] = {
% for i, t in enumerate(tensors):
    {
        .data = ${t.reference}, /* ${place(p, t)} */
        .nbytes = ${t.nbytes},
        .elements = ${t.elements},
        .type = ${M}_TYPE_${t.dtype.upper()},
        .rank = ${len(t.shape)},
        .shape = ${f"{role}_{i}_shape" if t.shape else "NULL"},
        .scale = ${scale(t)},
        .zero_point = ${zero_point(t)},
    },
% endfor
};

const ${p.prefix}_tensor_ident_t ${p.prefix}_${role}s_id[${M}_${role.upper()}S] = {
% for t in tensors:
    ${M}_TENSOR_${t.id.upper()},
% endfor
};
% endif
% endfor
% if p.inputs or p.outputs:

static void fill(${p.prefix}_tensor_t *tensor, const port_t *port, uint8_t *const *regions)
{
% if p.binds:
    const ${p.prefix}_ref_t ref = port->data;
    const bool unbound = ref != ${M}_NO_REF && regions[ref >> 28] == NULL;

    tensor->data = unbound ? NULL : ${p.prefix}_at(regions, ref);
% else:
    tensor->data = ${p.prefix}_at(regions, port->data);
% endif
    tensor->nbytes = port->nbytes;
    tensor->elements = port->elements;
    tensor->type = port->type;
    tensor->rank = port->rank;
    tensor->shape = port->shape;
    tensor->scale = port->scale;
    tensor->zero_point = port->zero_point;
}
% endif
