/* The module ${prefix} as the runner sees it. */
#include "module.h"

#include <string.h>

#include "${prefix}_model.h"

static ${prefix}_model_context_t context;

const uint32_t module_inputs = ${P}_INPUTS;
const uint32_t module_outputs = ${P}_OUTPUTS;
const uint32_t module_captures = ${len(captures)};
/* An array has at least one element: the last one is never looked at. */
const module_capture_t module_capture[] = {
% for c in captures:
    {${c.operator}, ${c.region}, ${c.offset}, ${c.nbytes}},
% endfor
    {-1, 0, 0, 0},
};
const uint32_t module_input_nbytes[] = {${"".join(f"{n}, " for n in input_nbytes)}0};
uint8_t module_inputs_copy[${sum(input_nbytes) + 1}];

% if callbacks:
const uint32_t module_operators = ${P}_OPERATORS;
uint64_t module_started[${P}_OPERATORS + 1];
uint64_t module_ticks[${P}_OPERATORS + 1];

static void called(int32_t operator_index, ${prefix}_operator_state_t state, int32_t status,
                   void *user_data)
{
    (void)status;
    (void)user_data;
    if (state == ${P}_OP_RUN_STARTED) {
        runner_operator_started(operator_index);
    } else if (state == ${P}_OP_RUN_FINISHED) {
        runner_operator_finished(operator_index);
    }
}

void module_listen(bool listening)
{
    context.callback = listening ? called : NULL;
    context.user_data = NULL;
}

void module_notify(int32_t operator_index)
{
    context.callback(operator_index, ${P}_OP_RUN_STARTED, 0, context.user_data);
    context.callback(operator_index, ${P}_OP_RUN_FINISHED, 0, context.user_data);
}
% else:
const uint32_t module_operators = 0;
uint64_t module_started[1];
uint64_t module_ticks[1];

void module_listen(bool listening)
{
    (void)listening;
}

void module_notify(int32_t operator_index)
{
    (void)operator_index;
}
% endif

% for i, a in enumerate(arenas):
%  if a.contents is None:
static uint8_t arena_${i}[${max(a.nbytes, 1)}] __attribute__((aligned(16)));
%  else:
extern const uint8_t module_arena_${i}[];
%  endif
% endfor

% for i, bound in enumerate(bound_inputs):
%  if bound:
static uint8_t input_${i}[${max(input_nbytes[i], 1)}] __attribute__((aligned(16)));
%  endif
% endfor
% for i, nbytes in enumerate(bound_outputs):
%  if nbytes:
static uint8_t output_${i}[${nbytes}] __attribute__((aligned(16)));
%  endif
% endfor
static int32_t bind(void)
{
    int32_t status = 0;
% for i, a in enumerate(arenas):
    if (status == 0) {
%  if a.contents is None:
        status = (int32_t)${prefix}_bind_arena(&context, ${a.region}, arena_${i}, ${a.nbytes});
%  else:
        void *bytes = (void *)(uintptr_t)module_arena_${i};
        status = (int32_t)${prefix}_bind_arena(&context, ${a.region}, bytes, ${a.nbytes});
%  endif
    }
% endfor
% for role, ports in (("input", bound_inputs), ("output", bound_outputs)):
%  for i, bound in enumerate(ports):
%   if bound:
    if (status == 0) {
        status = (int32_t)${prefix}_bind_${role}(&context, ${i}, ${role}_${i}, sizeof ${role}_${i});
    }
%   endif
%  endfor
% endfor
    return status;
}

int32_t module_init(void)
{
    memset(&context, 0, sizeof context);
    module_listen(true);
    int32_t status = bind();
    if (status == 0) {
        status = (int32_t)${prefix}_model_init(&context);
    }
% if hydrates:
    if (status == 0) {
        status = (int32_t)${prefix}_hydrate_constants(&context);
    }
% endif
    module_listen(true);
    return status;
}

int32_t module_run(void)
{
    return (int32_t)${prefix}_model_run(&context);
}

static __attribute__((noinline)) ${prefix}_status_t idle(${prefix}_model_context_t *ctx)
{
    __asm__ volatile("" : : "r"(ctx) : "memory");
    return ${P}_OK;
}

int32_t module_idle(void)
{
    return (int32_t)idle(&context);
}

module_tensor_t module_input(uint32_t index)
{
    module_tensor_t tensor = {context.inputs[index].data, context.inputs[index].nbytes};
    return tensor;
}

module_tensor_t module_output(uint32_t index)
{
    module_tensor_t tensor = {context.outputs[index].data, context.outputs[index].nbytes};
    return tensor;
}

const uint8_t *module_region(uint32_t index)
{
    return context.regions[index];
}

const char *module_status_text(int32_t status)
{
    return ${prefix}_status_text((${prefix}_status_t)status);
}
