/* Instructions of runs and of operators, in ticks; bytes of stack. The verifier makes numbers of
 * instructions of them: this file knows no clock. A short run is repeated, and what surrounds it
 * is measured in the same way without the model. */
#include "measure.h"

#include <string.h>

#include "image.h"
#include "module.h"
#include "records.h"

enum { CALIBRATION_ROUNDS = 1000000, NOTIFY_ROUNDS = 1000, PHASES = 64 };

/* The payload of RECORD_COUNTS. */
typedef struct {
    uint64_t calibration_ticks; /* of CALIBRATION_ROUNDS rounds of three instructions */
    uint64_t repeats;
    uint64_t run_ticks;
    uint64_t idle_ticks;   /* the same repeats without the model */
    uint64_t notify_ticks; /* what the callbacks add to an operator, over notify_rounds */
    uint64_t notify_rounds;
} counts_t;

static bool timing;

void measure_restore_inputs(void)
{
    const uint8_t *copy = module_inputs_copy;
    for (uint32_t i = 0; i < module_inputs; ++i) {
        memcpy(module_input(i).data, copy, module_input_nbytes[i]);
        copy += module_input_nbytes[i];
    }
}

void measure_operator_started(int32_t operator_index)
{
    if (timing && (uint32_t)operator_index < module_operators) {
        module_started[operator_index] = image_counter_now();
    }
}

void measure_operator_finished(int32_t operator_index)
{
    if (timing && (uint32_t)operator_index < module_operators) {
        uint64_t now = image_counter_now();
        module_ticks[operator_index] += now - module_started[operator_index];
    }
}

void measure_stack(void)
{
    uint32_t used, around;
    module_listen(false);
    measure_restore_inputs();
    if (image_stack_used(module_run, &used) && image_stack_used(module_idle, &around)) {
        records_write(RECORD_STACK, (int32_t)(used - around), 0, NULL, 0);
    }
}

static uint64_t repeat(image_function_t function, uint64_t repeats)
{
    uint64_t start = image_counter_align();
    for (uint64_t i = 0; i < repeats; ++i) {
        measure_restore_inputs();
        (void)function();
    }
    return image_counter_now() - start;
}

static void measure_runs(counts_t *counts, uint32_t minimum_ticks)
{
    counts->repeats = 1;
    counts->run_ticks = repeat(module_run, 1);
    if (counts->run_ticks < minimum_ticks) {
        counts->repeats = minimum_ticks / (counts->run_ticks + 1) + 1;
        counts->run_ticks = repeat(module_run, counts->repeats);
    }
    counts->idle_ticks = repeat(module_idle, counts->repeats);
}

/* A tick is many instructions: the phase at which measurements start is moved through it, so that
 * what is lost and won by whole ticks averages out. */
static void measure_notify(counts_t *counts)
{
    module_ticks[0] = 0;
    for (uint32_t i = 0; i < NOTIFY_ROUNDS; ++i) {
        image_counter_spin(i % PHASES);
        module_notify(0);
    }
    counts->notify_rounds = NOTIFY_ROUNDS;
    counts->notify_ticks = module_ticks[0];
}

static void measure_operators(uint64_t repeats)
{
    for (uint32_t i = 0; i < module_operators; ++i) {
        module_ticks[i] = 0;
    }
    for (uint64_t i = 0; i < repeats; ++i) {
        measure_restore_inputs();
        image_counter_spin((uint32_t)(i % PHASES));
        (void)module_run();
    }
}

void measure_instructions(uint32_t minimum_ticks)
{
    counts_t counts = {0};
    if (!image_counter_start()) {
        return;
    }
    module_listen(false);
    counts.calibration_ticks = image_counter_calibrate(CALIBRATION_ROUNDS);
    measure_runs(&counts, minimum_ticks);
    if (module_operators != 0) {
        module_listen(true);
        timing = true;
        measure_notify(&counts);
        measure_operators(counts.repeats);
        timing = false;
        records_write(RECORD_OPERATORS, 0, 0, module_ticks,
                      module_operators * (uint32_t)sizeof(uint64_t));
    }
    records_write(RECORD_COUNTS, 0, 0, &counts, sizeof counts);
}
