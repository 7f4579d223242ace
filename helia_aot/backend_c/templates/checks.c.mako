/* ${p.prefix}: canaries behind scratch tensors, checksums of constants. */
#include "${p.prefix}_checks.h"

#include "${p.prefix}_kernels.h"
#include "${p.prefix}_runtime.h"
% if p.canaries:

#define CANARIES ${len(p.canaries)}
#define CANARY_NBYTES ${canary_bytes}

/* Where each lies, and the steps during which its tensor is in use. */
static const struct {
    ${p.prefix}_ref_t ref;
    uint16_t first;
    uint16_t last;
} canaries[CANARIES] = {
% for c in p.canaries:
    {UINT32_C(0x${f"{c.tensor.placement.region << 28 | c.tensor.placement.offset + c.tensor.placement.size:08x}"}), ${c.first}, ${c.last}}, /* ${called(c.tensor)} */
% endfor
};

static uint8_t canary_byte(size_t i)
{
    return (uint8_t)(0xa5u + 29u * i);
}

void ${p.prefix}_canaries_set(uint32_t step, uint8_t *const *regions)
{
    for (size_t c = 0; c < CANARIES; ++c) {
        for (size_t i = 0; canaries[c].first == step && i < CANARY_NBYTES; ++i) {
            ${p.prefix}_at(regions, canaries[c].ref)[i] = canary_byte(i);
        }
    }
}

bool ${p.prefix}_canaries_hold(uint32_t step, uint8_t *const *regions)
{
    for (size_t c = 0; c < CANARIES; ++c) {
        const bool used = canaries[c].first <= step && step <= canaries[c].last;

        for (size_t i = 0; used && i < CANARY_NBYTES; ++i) {
            if (${p.prefix}_at(regions, canaries[c].ref)[i] != canary_byte(i)) {
                return false;
            }
        }
    }
    return true;
}
% else:

void ${p.prefix}_canaries_set(uint32_t step, uint8_t *const *regions)
{
    (void)step;
    (void)regions;
}

bool ${p.prefix}_canaries_hold(uint32_t step, uint8_t *const *regions)
{
    (void)step;
    (void)regions;
    return true;
}
% endif

uint32_t ${p.prefix}_crc32(const void *data, size_t nbytes)
{
    const uint8_t *bytes = data;
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < nbytes; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ ((crc & 1u) != 0 ? UINT32_C(0xedb88320) : 0);
        }
    }
    return ~crc;
}
