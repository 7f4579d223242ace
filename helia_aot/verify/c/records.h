/* The results of a run: a stream of records, each four words and a payload. */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdint.h>

typedef enum {
    RECORD_OUTPUT = 1,    /* a: case, b: output; payload: its bytes */
    RECORD_CAPTURE = 2,   /* a: case, b: capture; payload: its bytes */
    RECORD_STATUS = 3,    /* a: case or -1 at initialization, b: operator or -1; payload: text */
    RECORD_FAULT = 4,     /* a: case or -1, b: operator or -1 */
    RECORD_COUNTS = 5,    /* payload: counts_t */
    RECORD_OPERATORS = 6, /* payload: ticks per operator, uint64_t each, over all repeats */
    RECORD_STACK = 7,     /* a: bytes */
    RECORD_END = 8
} record_kind_t;

/* Ends the image when a file cannot be opened, read or written. */
void records_open(const char *cases, const char *results);
void records_read(void *data, uint32_t nbytes);
void records_write(record_kind_t kind, int32_t a, int32_t b, const void *data, uint32_t nbytes);
void records_close(void);

#endif
