/* ${p.prefix}: the application gives the regions their memory. */
% if p.config.checks:
#include "${p.prefix}_checks.h"
% endif
#include "${p.prefix}_model.h"

${wrapped(f"{p.prefix}_status_t {p.prefix}_bind_arena(", [f"{p.prefix}_model_context_t *ctx", f"{p.prefix}_arena_region_t region", "void *buffer", "size_t nbytes"], ")")}
{
% if p.regions:
    static const struct {
        uint32_t size;
        uint32_t alignment;
% if p.config.checks:
        uint32_t crc;
        uint32_t constants; /* whether the buffer must hold them already */
% endif
    } need[${M}_REGIONS] = {
% for r in p.regions:
        {${r.size}, ${r.alignment}${f", UINT32_C(0x{r.crc if r.cold else 0:08x}), {int(r.cold)}" if p.config.checks else ""}},
% endfor
    };

    if (ctx == NULL || buffer == NULL) {
        return ${M}_ERROR_NULL;
    }
    if ((size_t)region >= ${M}_REGIONS) {
        return ${M}_ERROR_REGION;
    }
    if (nbytes < need[region].size) {
        return ${M}_ERROR_SIZE;
    }
    if ((uintptr_t)buffer % need[region].alignment != 0) {
        return ${M}_ERROR_ALIGNMENT;
    }
% if p.config.checks:
    if (need[region].constants != 0 &&
        ${p.prefix}_crc32(buffer, need[region].size) != need[region].crc) {
        return ${M}_ERROR_CHECKSUM;
    }
% endif
    ctx->regions[region] = buffer;
    ctx->state = 0;
    return ${M}_OK;
% else:
    (void)region;
    (void)nbytes;
    return ctx == NULL || buffer == NULL ? ${M}_ERROR_NULL : ${M}_ERROR_REGION;
% endif
}
