"""Pools int8 for MVE: which windows their kernels take. Knows no operator class.

The kernels are `runtime/cmsis/helia_average_pool_2d_s8_mve.c` and `helia_max_pool_2d_s8_mve.c`.
"""

from helia_aot.ir.kernel import KernelHelper


def _helper(name: str) -> KernelHelper:
    return KernelHelper(name, name, name, "int8_t", "")


AVERAGE_POOL = _helper("average_pool_2d_s8_mve")
MAX_POOL = _helper("max_pool_2d_s8_mve")

_MOST_ELEMENTS = 255


def average_pool_accepts(elements: int) -> bool:
    """Whether sums of a window fit 16 bits, and a multiplication divides them exactly.

    With R = ceil(2^23 / n) and an excess e = R n - 2^23 < n, floor(x R / 2^23) is floor(x / n) for
    all x with x e < 2^23. Here x <= 128.5 n, so n of up to 255 will do, and x R stays below 2^32.
    """
    return elements <= _MOST_ELEMENTS
