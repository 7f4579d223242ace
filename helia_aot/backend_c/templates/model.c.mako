/* ${p.prefix}: ${"descriptors, " if p.config.schedule == "table" else ""}schedule, init and run. */
#include "${p.prefix}_model.h"

% if p.binds:
#include <stdbool.h>

% endif
% if p.config.checks:
#include "${p.prefix}_checks.h"
% endif
#include "${p.prefix}_kernels.h"
% if p.config.schedule == "calls":
#include "${p.prefix}_operators.h"
% endif
#include "${p.prefix}_regions.h"
% if p.loops and p.config.schedule == "table":
#include "${p.prefix}_rows.h"
% endif
#include "${p.prefix}_runtime.h"

#define STATE_READY UINT32_C(0x68656c69)
% if p.entries:
#define STEPS ${p.entries}
% if p.steps:
<%include file="steps_${p.config.schedule}.mako"/>\
% else:
<%include file="schedule_${p.config.schedule}.mako"/>\
% endif
% endif
<%include file="ports.mako"/>\
% if p.config.names and p.tensors:

const char *const ${p.prefix}_tensor_names[${M}_TENSORS] = {
% for t in p.tensors:
    ${c_string(t.name or t.id)},
% endfor
};
% endif
% if p.states:
<%include file="state.mako"/>\
% endif
<%include file="init.mako"/>\
% if p.steps:
<%include file="run_steps.mako"/>\
% else:
<%include file="run.mako"/>\
% endif

const char *${p.prefix}_status_text(${p.prefix}_status_t status)
{
% if p.config.names:
    switch (status) {
% for name, text in statuses:
    case ${M}_${name}:
        return ${c_string(text)};
% endfor
    default:
        return "unknown status";
    }
% else:
    return status == ${M}_OK ? "ok" : status == ${M}_MORE ? "more" : "error";
% endif
}
