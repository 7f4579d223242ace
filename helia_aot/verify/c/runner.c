/* Runs a module on a file of cases: initializes, and for each case copies the inputs, runs and
 * writes the outputs. On request it also writes tensors after each operator, and measures. */
#include <string.h>

#include "image.h"
#include "measure.h"
#include "module.h"
#include "records.h"

/* How the file of cases begins. A case is one word (start on a fresh context) and its inputs. */
typedef struct {
    uint32_t magic;
    uint32_t cases;
    uint32_t capture;
    uint32_t stack;
    uint32_t minimum_ticks; /* of a measurement; zero: none is made */
} header_t;

#define CASES_MAGIC 0x48414331u

static int32_t current_case = -1;
static int32_t current_operator = -1;
static bool capturing;

static void check(int32_t status)
{
    if (status != 0) {
        const char *text = module_status_text(status);
        records_write(RECORD_STATUS, current_case, current_operator, text, (uint32_t)strlen(text));
        records_close();
        image_exit(IMAGE_EXIT_STATUS);
    }
}

void runner_fault(void)
{
    records_write(RECORD_FAULT, current_case, current_operator, NULL, 0);
    records_close();
}

void runner_operator_started(int32_t operator_index)
{
    current_operator = operator_index;
    measure_operator_started(operator_index);
}

static void write_captures(int32_t operator_index)
{
    for (uint32_t i = 0; i < module_captures; ++i) {
        const module_capture_t *c = &module_capture[i];
        if (c->operator_index == operator_index) {
            const uint8_t *bytes = module_region(c->region) + c->offset;
            records_write(RECORD_CAPTURE, current_case, (int32_t)i, bytes, c->nbytes);
        }
    }
}

void runner_operator_finished(int32_t operator_index)
{
    measure_operator_finished(operator_index);
    if (capturing) {
        write_captures(operator_index);
    }
}

static void initialize(void)
{
    check(module_init());
    for (uint32_t i = 0; i < module_inputs; ++i) {
        if (module_input(i).nbytes != module_input_nbytes[i]) {
            image_message("an input is not of the size that the cases have\n");
            image_exit(IMAGE_EXIT_FILES);
        }
    }
}

static void read_case(void)
{
    uint32_t fresh;
    uint8_t *copy = module_inputs_copy;
    records_read(&fresh, sizeof fresh);
    if (fresh != 0) {
        initialize();
    }
    for (uint32_t i = 0; i < module_inputs; ++i) {
        records_read(copy, module_input_nbytes[i]);
        copy += module_input_nbytes[i];
    }
}

static void run_case(void)
{
    module_listen(true);
    read_case();
    measure_restore_inputs();
    check(module_run());
    for (uint32_t i = 0; i < module_outputs; ++i) {
        module_tensor_t output = module_output(i);
        records_write(RECORD_OUTPUT, current_case, (int32_t)i, output.data, output.nbytes);
    }
}

int main(int argc, char **argv)
{
    header_t header;
    image_start();
    records_open(argc > 2 ? argv[1] : "cases.bin", argc > 2 ? argv[2] : "results.bin");
    records_read(&header, sizeof header);
    if (header.magic != CASES_MAGIC) {
        image_message("the cases are of another version\n");
        image_exit(IMAGE_EXIT_FILES);
    }
    initialize();
    capturing = header.capture != 0;
    for (current_case = 0; current_case < (int32_t)header.cases; ++current_case) {
        run_case();
    }
    capturing = false;
    if (header.stack != 0) {
        measure_stack();
    }
    if (header.minimum_ticks != 0) {
        measure_instructions(header.minimum_ticks);
    }
    records_write(RECORD_END, 0, 0, NULL, 0);
    records_close();
    image_exit(IMAGE_EXIT_OK);
}
