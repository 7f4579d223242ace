/* What the runner asks of the machine it runs on: files, an end, an instruction counter, its stack.
 * Implemented by host.c for a process, by the other files here for a bare Cortex-M image. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How an image ends; the values are read by the verifier. */
typedef enum {
    IMAGE_EXIT_OK = 0,
    IMAGE_EXIT_STATUS = 3, /* a function of the module returned an error */
    IMAGE_EXIT_FILES = 4,  /* the cases could not be read or the results not written */
    IMAGE_EXIT_FAULT = 5   /* the processor took a fault or the process a signal */
} image_exit_t;

typedef int32_t (*image_function_t)(void);

/* A file of the machine that runs the emulator, or of the process; negative when it has none. */
int32_t image_open(const char *name, bool writing);
bool image_read(int32_t file, void *data, size_t nbytes);
bool image_write(int32_t file, const void *data, size_t nbytes);
void image_close(int32_t file);
void image_message(const char *text);
void image_exit(image_exit_t code) __attribute__((noreturn));

/* Whether instructions are counted at all; a process has no counter. */
bool image_counter_start(void);
/* Ticks since the start. */
uint64_t image_counter_now(void);
/* Waits for the next tick and returns it: what follows starts at a known phase. */
uint64_t image_counter_align(void);
/* Executes exactly 3 * `rounds` instructions, and a few around them. */
void image_counter_spin(uint32_t rounds);
/* Ticks of 3 * `rounds` instructions, rounds being above zero; less than 2^24 ticks. */
uint32_t image_counter_calibrate(uint32_t rounds);

/* Bytes of stack that `function` uses below the frame of its caller; false where it is unknown. */
bool image_stack_used(image_function_t function, uint32_t *nbytes);

/* To be called once, first: arranges that faults are noticed. */
void image_start(void);
/* Defined by the runner: called on a fault, before the image ends. */
void runner_fault(void);
int main(int argc, char **argv);

#endif
