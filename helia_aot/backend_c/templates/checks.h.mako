/* ${p.prefix}: what a module with checks looks after. Private to the module. */
#ifndef ${M}_CHECKS_H
#define ${M}_CHECKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

% if p.loops:
/* What a loop over rows returns when a call in it has written outside its tensors. */
#define ${M}_OVERWRITTEN 2

% endif
/* Write known bytes behind the tensors that come into use with a step. */
void ${p.prefix}_canaries_set(uint32_t step, uint8_t *const *regions);
/* Whether they are unchanged behind all tensors in use in a step. */
bool ${p.prefix}_canaries_hold(uint32_t step, uint8_t *const *regions);
/* CRC-32 as in zlib and Ethernet. */
uint32_t ${p.prefix}_crc32(const void *data, size_t nbytes);

#endif
