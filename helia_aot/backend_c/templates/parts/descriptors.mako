% for o in p.operators:
% if o.helper:

/* ${o.layer_index}: ${comment(o.kind)}${f" {brief(o.outputs[0].name)}" if o.outputs and o.outputs[0].name else ""} */
% for name, tensors in o.variadic.items():
static const ${p.prefix}_ref_t ${o.id}_${name}[${max(1, len(tensors))}] = {
% for t in tensors:
    ${t.reference}, /* ${called(t)} */
% endfor
};
% endfor
static const ${p.prefix}_${o.helper.struct_kind}_t ${o.id} = {
% for line in descriptor(p, o):
    ${line}
% endfor
};
% endif
% endfor
