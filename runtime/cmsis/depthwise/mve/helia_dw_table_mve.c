/* SPDX-License-Identifier: Apache-2.0 */

#include "helia_dw_table_mve.h"

#include "helia_runtime.h"

enum { COLUMN_UNITS = 3 };

static void put_words(uint32_t *words, int32_t at, int32_t column)
{
    for (uint32_t i = 0; i < 4; ++i) {
        words[i] = (uint32_t)at;
        at += column;
    }
}

/* Half an entry of stride 1: its patch begins at `at` of the band, its outputs at `to`. */
static void put_square(const helia_depthwise_conv_2d_s8_mve_t *d, int8_t *table, uint32_t number,
                       int32_t at, int32_t to)
{
    helia_dw_mve_squares_t *entry = (helia_dw_mve_squares_t *)(void *)table + number / 2;
    uint16_t *outputs = entry->outputs + number % 2;
    const int32_t below = to + d->output_w * d->channels;

    put_words(entry->patches[number % 2], at, d->column);
    outputs[0] = (uint16_t)to;
    outputs[2] = (uint16_t)(to + d->channels);
    outputs[4] = (uint16_t)below;
    outputs[6] = (uint16_t)(below + d->channels);
}

/* A quarter of an entry of stride 2. */
static void put_pair(const helia_depthwise_conv_2d_s8_mve_t *d, int8_t *table, uint32_t number,
                     int32_t at, int32_t to)
{
    helia_dw_mve_pairs_t *entry = (helia_dw_mve_pairs_t *)(void *)table + number / 4;
    uint16_t *outputs = entry->outputs + number % 4 / 2 + number % 2 * 4;

    entry->pairs[number % 4] = (uint32_t)at;
    outputs[0] = (uint16_t)to;
    outputs[2] = (uint16_t)(to + d->channels);
}

/* A quarter of an entry of a last column. */
static void put_column(const helia_depthwise_conv_2d_s8_mve_t *d, int8_t *table, uint32_t number,
                       int32_t at, int32_t to)
{
    helia_dw_mve_columns_t *entry = (helia_dw_mve_columns_t *)(void *)table + number / 4;
    uint16_t *outputs = entry->outputs + number % 4 / 2 + number % 2 * 4;

    put_words(entry->patches[number % 4], at, d->column);
    outputs[0] = (uint16_t)to;
    outputs[2] = (uint16_t)(to + d->output_w * d->channels);
}

static void put(const helia_depthwise_conv_2d_s8_mve_t *d, int8_t *table, uint32_t number,
                int32_t at, int32_t to)
{
    if (d->stride == 1) {
        put_square(d, table, number, at, to);
    } else {
        put_pair(d, table, number, at, to);
    }
}

/* Where an output stands in the band, and from the first of the band on. */
static int32_t band_at(const helia_depthwise_conv_2d_s8_mve_t *d, int32_t unit, int32_t x)
{
    return unit * d->pitch + x * d->stride * d->column;
}

static int32_t output_at(const helia_depthwise_conv_2d_s8_mve_t *d, int32_t unit, int32_t rows,
                         int32_t x)
{
    const int32_t up = 3 - d->stride;

    return (helia_min(unit * up, rows - up) * d->output_w + x) * d->channels;
}

/* The last column of all row groups, the last of them as often as it takes to fill an entry. */
static uint32_t put_columns(const helia_depthwise_conv_2d_s8_mve_t *d, int32_t rows, int32_t units,
                            int8_t *table)
{
    const int32_t x = d->output_w - 1;
    const int32_t entries = (units + 3) / 4;

    for (int32_t i = 0; i < 4 * entries; ++i) {
        const int32_t unit = helia_min(i, units - 1);
        put_column(d, table, (uint32_t)i, band_at(d, unit, x), output_at(d, unit, rows, x));
    }
    return (uint32_t)entries;
}

/*
 * Which words of a band are patches, and where their outputs go. The last outputs of a row, the
 * last rows and those of the last entry are computed twice rather than masked.
 */
void helia_dw_table_mve(const helia_depthwise_conv_2d_s8_mve_t *d, int32_t rows, int8_t *table,
                        helia_dw_mve_band_t *b)
{
    const int32_t units = d->stride == 1 ? (rows + 1) / 2 : rows;
    const uint32_t parts = 2u * d->stride;
    const int32_t apart = d->stride == 1 && d->output_w % 2 == 1 && units >= COLUMN_UNITS;
    const int32_t width = d->output_w - apart;
    uint32_t number = 0;

    for (int32_t unit = 0; unit < units; ++unit) {
        for (int32_t start = 0; start < width; start += 2) {
            const int32_t x = helia_min(start, width - 2);
            put(d, table, number, band_at(d, unit, x), output_at(d, unit, rows, x));
            ++number;
        }
    }
    for (; number % parts != 0; ++number) {
        put(d, table, number, band_at(d, units - 1, width - 2),
            output_at(d, units - 1, rows, width - 2));
    }
    b->entries = number / parts;
    b->columns = 0;
    if (apart) {
        table += b->entries * sizeof(helia_dw_mve_squares_t);
        b->columns = put_columns(d, rows, units, table);
    }
}
