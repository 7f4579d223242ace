#include "toy_model.h"

#include "toy_kernels.h"

extern const int8_t toy_constants[TOY_ELEMENTS];

enum { TOY_INPUT = 0, TOY_SUM = 64, TOY_OUTPUT = 128, TOY_STEP = 192, TOY_SCRATCH_NBYTES = 208 };

const char *toy_status_text(toy_status_t status)
{
    return status == TOY_OK ? "ok" : "refused by the toy";
}

#if defined(TOY_BIND)
toy_status_t toy_bind_arena(toy_model_context_t *ctx, toy_arena_region_t region, void *buffer,
                            size_t nbytes)
{
    size_t needed = region == TOY_ARENA_SCRATCH ? TOY_SCRATCH_NBYTES : TOY_ELEMENTS;
    ctx->regions[region] = buffer;
    return nbytes == needed ? TOY_OK : TOY_REFUSED;
}
#else
#if defined(TOY_PLACED)
__attribute__((section(".sram.bss.toy_scratch")))
#endif
static uint8_t scratch[TOY_SCRATCH_NBYTES] __attribute__((aligned(16)));
#endif

toy_status_t toy_model_init(toy_model_context_t *ctx)
{
#if !defined(TOY_BIND)
    ctx->regions[TOY_ARENA_SCRATCH] = scratch;
    ctx->regions[TOY_ARENA_CONSTANTS] = (uint8_t *)(uintptr_t)toy_constants;
#endif
    uint8_t *region = ctx->regions[TOY_ARENA_SCRATCH];
    ctx->inputs[0] = (toy_tensor_t){region + TOY_INPUT, TOY_INPUT_0_NBYTES};
    ctx->inputs[1] = (toy_tensor_t){region + TOY_STEP, TOY_INPUT_1_NBYTES};
    ctx->outputs[0] = (toy_tensor_t){region + TOY_OUTPUT, TOY_ELEMENTS};
    ctx->runs = 0;
    return TOY_OK;
}

static void notify(toy_model_context_t *ctx, int32_t op, toy_operator_state_t state)
{
#if defined(TOY_CALLBACKS)
    if (ctx->callback != NULL) {
        ctx->callback(op, state, 0, ctx->user_data);
    }
#else
    (void)ctx;
    (void)op;
    (void)state;
#endif
}

toy_status_t toy_model_run(toy_model_context_t *ctx)
{
    int8_t *region = (int8_t *)ctx->regions[TOY_ARENA_SCRATCH];
    const int8_t *constants = (const int8_t *)ctx->regions[TOY_ARENA_CONSTANTS];
    notify(ctx, 0, TOY_OP_RUN_STARTED);
    toy_add(region + TOY_INPUT, constants, region + TOY_SUM);
    notify(ctx, 0, TOY_OP_RUN_FINISHED);
    notify(ctx, 1, TOY_OP_RUN_STARTED);
#if defined(TOY_REFUSE)
    if (ctx->runs == TOY_REFUSE) {
        return TOY_REFUSED;
    }
#endif
    toy_offset(region + TOY_SUM, region + TOY_STEP, ctx->runs, region + TOY_OUTPUT);
    notify(ctx, 1, TOY_OP_RUN_FINISHED);
    ctx->runs = (int8_t)(ctx->runs + 1);
    return TOY_OK;
}
