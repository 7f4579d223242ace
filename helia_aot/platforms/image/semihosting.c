/* Files and the end of the image by Arm semihosting: BKPT 0xAB, operation in r0, arguments in r1. */
#include "image.h"

#include <string.h>

enum {
    SYS_OPEN = 0x01,
    SYS_CLOSE = 0x02,
    SYS_WRITE0 = 0x04,
    SYS_WRITE = 0x05,
    SYS_READ = 0x06,
    SYS_EXIT_EXTENDED = 0x20
};

enum { MODE_READ_BINARY = 1, MODE_WRITE_BINARY = 5 };

#define APPLICATION_EXIT 0x20026u

static int32_t call(int32_t operation, const void *arguments)
{
    register int32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = arguments;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

int32_t image_open(const char *name, bool writing)
{
    const struct {
        const char *name;
        int32_t mode;
        size_t length;
    } arguments = {name, writing ? MODE_WRITE_BINARY : MODE_READ_BINARY, strlen(name)};
    return call(SYS_OPEN, &arguments);
}

void image_close(int32_t file)
{
    (void)call(SYS_CLOSE, &file);
}

/* Both answer with the number of bytes that were not transferred. */
bool image_read(int32_t file, void *data, size_t nbytes)
{
    const struct {
        int32_t file;
        void *data;
        size_t nbytes;
    } arguments = {file, data, nbytes};
    return nbytes == 0 || call(SYS_READ, &arguments) == 0;
}

bool image_write(int32_t file, const void *data, size_t nbytes)
{
    const struct {
        int32_t file;
        const void *data;
        size_t nbytes;
    } arguments = {file, data, nbytes};
    return nbytes == 0 || call(SYS_WRITE, &arguments) == 0;
}

void image_message(const char *text)
{
    (void)call(SYS_WRITE0, text);
}

void image_exit(image_exit_t code)
{
    const struct {
        uint32_t reason;
        uint32_t code;
    } arguments = {APPLICATION_EXIT, (uint32_t)code};
    for (;;) {
        (void)call(SYS_EXIT_EXTENDED, &arguments);
    }
}
