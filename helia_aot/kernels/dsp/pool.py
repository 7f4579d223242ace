"""AVERAGE_POOL_2D and MAX_POOL_2D int8 for cores with the DSP extension: when they can run.

The kernels are `runtime/cmsis/pool/helia_average_pool_2d_s8_dsp.c` and
`helia_max_pool_2d_s8_dsp.c`; they take the numbers of the plain kernels. Knows shapes, and no
operator class.
"""

from helia_aot.kernels.kernel import Record
from helia_aot.kernels.kinds import Kind, own_kernel
from helia_aot.kernels.pool import POOL_FIELDS
from helia_aot.kernels.rows import rows_record

AVERAGE_POOL_DSP = own_kernel("average_pool_2d_s8_dsp")
MAX_POOL_DSP = own_kernel("max_pool_2d_s8_dsp")
AVERAGE_POOL_RECORD = Record("average_pool_2d_s8_dsp", POOL_FIELDS)
KINDS = (
    Kind(AVERAGE_POOL_RECORD),
    Kind(rows_record(AVERAGE_POOL_RECORD)),
    Kind(Record("max_pool_2d_s8_dsp", POOL_FIELDS)),
)


def average_pool_accepts(channels: int, taps: int) -> bool:
    """Sixteen channels are summed at a time, in sums of 16 bits."""
    return channels >= 16 and taps <= 255


def max_pool_accepts(channels: int) -> bool:
    """Four channels are compared at a time."""
    return channels >= 4
