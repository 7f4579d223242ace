"""float32 arithmetic as kernels do it, operation by operation: nothing is contracted or reordered,
so host and device give the same bits. Knows no operator.
"""

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.types import Array

Reals = NDArray[np.float32]

LARGEST = float(np.finfo(np.float32).max)


def clamp_real(x: Array, limits: tuple[float, float]) -> Reals:
    """x between two numbers, NaN as it is. Where there is no activation the limits are the largest
    finite numbers, as in TFLM: an infinite sum becomes one of them."""
    low, high = np.float32(limits[0]), np.float32(limits[1])
    raised = np.where(x < low, low, x)
    return np.where(high < raised, high, raised).astype(np.float32)
