/* A module written by hand: output = input + constants + number of runs before, element by element.
 * What else it does is chosen by macros: TOY_CALLBACKS, TOY_BIND, TOY_SPIN, TOY_STACK, TOY_FAULT,
 * TOY_WRITE, TOY_READ, TOY_OVERRUN, TOY_HANG, TOY_REFUSE,
 * TOY_PLACED. */
#ifndef TOY_MODEL_H
#define TOY_MODEL_H

#include <stddef.h>
#include <stdint.h>

#define TOY_INPUTS 2
#define TOY_OUTPUTS 1
#define TOY_OPERATORS 2
#define TOY_INPUT_0_NBYTES 64
#define TOY_INPUT_1_NBYTES 1

typedef enum { TOY_OK = 0, TOY_REFUSED = -3 } toy_status_t;

typedef struct {
    void *data;
    uint32_t nbytes;
} toy_tensor_t;

typedef enum {
    TOY_OP_INIT_FINISHED,
    TOY_OP_RUN_STARTED,
    TOY_OP_RUN_FINISHED
} toy_operator_state_t;

typedef void (*toy_callback_t)(int32_t op, toy_operator_state_t state, int32_t status,
                               void *user_data);

typedef enum { TOY_ARENA_SCRATCH, TOY_ARENA_CONSTANTS } toy_arena_region_t;

typedef struct {
    toy_tensor_t inputs[TOY_INPUTS];
    toy_tensor_t outputs[TOY_OUTPUTS];
    uint8_t *regions[2];
#if defined(TOY_CALLBACKS)
    toy_callback_t callback;
    void *user_data;
#endif
    int8_t runs;
} toy_model_context_t;

const char *toy_status_text(toy_status_t status);
toy_status_t toy_model_init(toy_model_context_t *ctx);
toy_status_t toy_model_run(toy_model_context_t *ctx);
#if defined(TOY_BIND)
toy_status_t toy_bind_arena(toy_model_context_t *ctx, toy_arena_region_t region, void *buffer,
                            size_t nbytes);
#endif

#endif
