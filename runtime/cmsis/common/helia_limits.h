/* SPDX-License-Identifier: Apache-2.0 */

/* What an integer type can hold, for sources whose type is a parameter. */
#ifndef HELIA_LIMITS_H
#define HELIA_LIMITS_H

#include <stdint.h>

/* The least and the largest number of an integer type of up to 32 bits, if 32 signed bits hold it.
 */
#define HELIA_LEAST(type) ((type) - 1 > 0 ? 0 : INT32_MIN >> (32 - 8 * (int32_t)sizeof(type)))
#define HELIA_MOST(type) (INT32_MAX >> (32 - 8 * (int32_t)sizeof(type) - ((type) - 1 > 0 ? 1 : 0)))

#endif /* HELIA_LIMITS_H */
