/* A generated module as the runner sees it, whatever its prefix: implemented by the binding that
 * is printed for the module. There is one context. */
#ifndef MODULE_H
#define MODULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    void *data;
    uint32_t nbytes;
} module_tensor_t;

/* Bytes to write after an operator has run. */
typedef struct {
    int32_t operator_index;
    uint32_t region;
    uint32_t offset;
    uint32_t nbytes;
} module_capture_t;

extern const uint32_t module_inputs;
extern const uint32_t module_outputs;
/* Zero when the module has no callbacks. */
extern const uint32_t module_operators;
extern const uint32_t module_captures;
extern const module_capture_t module_capture[];
/* Bytes of each input in the cases, and room for all of them. */
extern const uint32_t module_input_nbytes[];
extern uint8_t module_inputs_copy[];
/* One element per operator. */
extern uint64_t module_started[];
extern uint64_t module_ticks[];

/* Zeroes the context, binds arenas where the application owns them, initializes the model, and has
 * its constants copied where that is left to the application. */
int32_t module_init(void);
int32_t module_run(void);
/* Does what module_run does around the model, without the model. */
int32_t module_idle(void);
/* Calls the callback as the model does around an operator. */
void module_notify(int32_t operator_index);
/* Whether the runner is called back; it is after module_init. */
void module_listen(bool listening);
module_tensor_t module_input(uint32_t index);
module_tensor_t module_output(uint32_t index);
const uint8_t *module_region(uint32_t index);
const char *module_status_text(int32_t status);

/* Defined by the runner: called by the module's callback. */
void runner_operator_started(int32_t operator_index);
void runner_operator_finished(int32_t operator_index);

#endif
