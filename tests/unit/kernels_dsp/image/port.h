/* SPDX-License-Identifier: Apache-2.0 */

/* What the runner asks of the machine it runs on. */
#ifndef PORT_H
#define PORT_H

#include <stdint.h>

const uint8_t *port_load(uint32_t *bytes);             /* all of cases.bin */
void port_save(const void *data, uint32_t bytes);      /* appends to results.bin */
void *port_buffer(uint32_t bytes);                     /* aligned to 16, until port_release */
const void *port_input(int which, const uint8_t *from, uint32_t bytes); /* nothing after it */
void port_release(void);
uint32_t port_ticks(void);
void port_quit(int code);

#endif
