/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_STRIPS_MVE_H
#define HELIA_STRIPS_MVE_H

#include <stdint.h>

/* A row of equal runs of bytes. */
typedef struct {
    uint32_t n; /* at least one */
    uint32_t nbytes;
    uint32_t from_step;
    uint32_t to_step;
} helia_strips_mve_t;

/* Copies n runs; nothing behind a run is read or written. */
void helia_strips_mve(const helia_strips_mve_t *s, int8_t *to, const int8_t *from);

#endif /* HELIA_STRIPS_MVE_H */
