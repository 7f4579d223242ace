/* The image as a process: files of the system, signals for faults, nothing to count with. */
#define _POSIX_C_SOURCE 200809L
#include "image.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Present only in an image built with a sanitizer, which then reports the fault itself. */
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

int32_t image_open(const char *name, bool writing)
{
    return writing ? open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666) : open(name, O_RDONLY);
}

void image_close(int32_t file)
{
    (void)close(file);
}

bool image_read(int32_t file, void *data, size_t nbytes)
{
    uint8_t *to = data;
    while (nbytes > 0) {
        ssize_t done = read(file, to, nbytes);
        if (done <= 0) {
            return false;
        }
        to += done;
        nbytes -= (size_t)done;
    }
    return true;
}

bool image_write(int32_t file, const void *data, size_t nbytes)
{
    const uint8_t *from = data;
    while (nbytes > 0) {
        ssize_t done = write(file, from, nbytes);
        if (done <= 0) {
            return false;
        }
        from += done;
        nbytes -= (size_t)done;
    }
    return true;
}

void image_message(const char *text)
{
    (void)image_write(STDERR_FILENO, text, strlen(text));
}

void image_exit(image_exit_t code)
{
    exit((int)code);
}

static void on_signal(int number)
{
    char text[] = "fault: signal 00\n";
    text[14] = (char)('0' + number / 10);
    text[15] = (char)('0' + number % 10);
    image_message(text);
    runner_fault();
    _exit(IMAGE_EXIT_FAULT);
}

void image_start(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    if (__sanitizer_set_death_callback != NULL) {
        __sanitizer_set_death_callback(runner_fault);
        return;
    }
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i) {
        (void)signal(faults[i], on_signal);
    }
}

bool image_counter_start(void)
{
    return false;
}

uint64_t image_counter_now(void)
{
    return 0;
}

uint64_t image_counter_align(void)
{
    return 0;
}

void image_counter_spin(uint32_t rounds)
{
    (void)rounds;
}

uint32_t image_counter_calibrate(uint32_t rounds)
{
    (void)rounds;
    return 0;
}

bool image_stack_used(image_function_t function, uint32_t *nbytes)
{
    (void)function;
    *nbytes = 0;
    return false;
}
