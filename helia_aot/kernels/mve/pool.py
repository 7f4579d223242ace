"""Pools int8 for MVE: which windows their kernels take. Knows no operator class.

The kernels are `runtime/cmsis/pool/helia_average_pool_2d_s8_mve.c` and
`helia_max_pool_2d_s8_mve.c`; they take the numbers of the plain kernels.
"""

from helia_aot.kernels.kernel import Record
from helia_aot.kernels.kinds import Kind, own_kernel
from helia_aot.kernels.pool import POOL_FIELDS

AVERAGE_POOL = own_kernel("average_pool_2d_s8_mve")
MAX_POOL = own_kernel("max_pool_2d_s8_mve")
KINDS = (
    Kind(Record("average_pool_2d_s8_mve", POOL_FIELDS)),
    Kind(Record("max_pool_2d_s8_mve", POOL_FIELDS)),
)

_MOST_ELEMENTS = 255


def average_pool_accepts(elements: int) -> bool:
    """Whether sums of a window fit 16 bits, and a multiplication divides them exactly.

    With R = ceil(2^23 / n) and an excess e = R n - 2^23 < n, floor(x R / 2^23) is floor(x / n) for
    all x with x e < 2^23. Here x <= 128.5 n, so n of up to 255 will do, and x R stays below 2^32.
    """
    return elements <= _MOST_ELEMENTS
