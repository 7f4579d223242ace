/* SPDX-License-Identifier: Apache-2.0 */

#ifndef HELIA_FORMS_MVE_H
#define HELIA_FORMS_MVE_H

/* Forms of requantization of the kernels packed for MVE; exact where the compiler chooses them. */
enum {
    HELIA_FORM_ANY = 0, /* any shift, any number of channels */
    HELIA_FORM_RIGHT = 1, /* every shift is to the right, or its multiplier is 0 */
    HELIA_FORM_RELU = 2, /* no shift to the left, and output offset -128: no negative value shows */
    HELIA_FORM_LINEAR_4 = 3, /* one line per channel, proven to be equal, shifted by 4 */
    HELIA_FORM_LINEAR_2 = 4 /* the same, shifted by 2 */
};

#endif /* HELIA_FORMS_MVE_H */
