/* SPDX-License-Identifier: Apache-2.0 */

/* What the runner asks of the machine it runs on. */
#ifndef PORT_H
#define PORT_H

#include <stdint.h>

const uint8_t *port_load(uint32_t *bytes);             /* all of cases.bin */
void port_save(const void *data, uint32_t bytes);      /* appends to results.bin */
/* Memory until port_release that nothing is behind but what rounding its start down has left. */
void *port_tensor(uint32_t bytes, uint32_t alignment);
uint32_t port_broken(void);                            /* guard bytes that changed */
void port_release(void);
uint32_t port_ticks(void);
void port_quit(int code);

#endif
