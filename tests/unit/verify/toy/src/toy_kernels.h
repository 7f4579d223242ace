#ifndef TOY_KERNELS_H
#define TOY_KERNELS_H

#include <stdint.h>

enum { TOY_ELEMENTS = 64 };

void toy_add(const int8_t *input, const int8_t *constants, int8_t *output);
void toy_offset(const int8_t *input, const int8_t *step, int8_t runs, int8_t *output);

#endif
