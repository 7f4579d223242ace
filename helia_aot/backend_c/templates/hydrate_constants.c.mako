/* ${p.prefix}: constants that are copied to where the operators read them. */
#include <string.h>

#include "${p.prefix}_model.h"
#include "${p.prefix}_regions.h"

const ${p.prefix}_hydration_t ${p.prefix}_hydrations[${M}_HYDRATIONS] = {
% for r in p.staged:
    {
        .region = ${M}_REGION_${r.name.upper()},
        .source = (const uint8_t *)&${r.source_symbol}${f" + {r.source_offset}" if r.source_offset else ""},
        .nbytes = ${r.size},
    },
% endfor
};

#if defined(__GNUC__) || defined(__clang__)
__attribute__((weak))
#endif
${p.prefix}_status_t ${p.prefix}_hydrate_constants(${p.prefix}_model_context_t *ctx)
{
    if (ctx == NULL) {
        return ${M}_ERROR_NULL;
    }
    for (size_t i = 0; i < ${M}_HYDRATIONS; ++i) {
        const ${p.prefix}_hydration_t *h = &${p.prefix}_hydrations[i];

        if (ctx->regions[h->region] == NULL) {
            return ${M}_ERROR_UNBOUND;
        }
        memcpy(ctx->regions[h->region], h->source, h->nbytes);
    }
    return ${M}_OK;
}
