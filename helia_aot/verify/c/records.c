/* Reads the cases and writes the records of the results. Knows no module. */
#include "records.h"

#include "image.h"

static int32_t cases_file = -1;
static int32_t results_file = -1;

static void require(bool done, const char *what)
{
    if (!done) {
        image_message(what);
        image_exit(IMAGE_EXIT_FILES);
    }
}

void records_open(const char *cases, const char *results)
{
    cases_file = image_open(cases, false);
    require(cases_file >= 0, "the cases cannot be opened\n");
    results_file = image_open(results, true);
    require(results_file >= 0, "the results cannot be opened\n");
}

void records_read(void *data, uint32_t nbytes)
{
    require(image_read(cases_file, data, nbytes), "the cases end too early\n");
}

void records_write(record_kind_t kind, int32_t a, int32_t b, const void *data, uint32_t nbytes)
{
    const struct {
        uint32_t kind;
        int32_t a;
        int32_t b;
        uint32_t nbytes;
    } header = {(uint32_t)kind, a, b, nbytes};
    if (results_file < 0) {
        return; /* a fault before the start or after the end */
    }
    require(image_write(results_file, &header, sizeof header), "the results cannot be written\n");
    require(image_write(results_file, data, nbytes), "the results cannot be written\n");
}

void records_close(void)
{
    image_close(cases_file);
    image_close(results_file);
    results_file = -1;
}
