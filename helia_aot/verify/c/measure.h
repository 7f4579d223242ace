/* What the runner measures of a model that has run at least once, on the inputs of the last case. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdint.h>

/* Copies the inputs of the last case into the model: a run may have overwritten them. */
void measure_restore_inputs(void);
/* Writes RECORD_STACK, where the machine knows its stack. */
void measure_stack(void);
/* Writes RECORD_COUNTS and, with callbacks, RECORD_OPERATORS, where the machine has a counter. */
void measure_instructions(uint32_t minimum_ticks);
/* Called around every operator; they do something only while operators are measured. */
void measure_operator_started(int32_t operator_index);
void measure_operator_finished(int32_t operator_index);

#endif
