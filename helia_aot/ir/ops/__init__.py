"""The operators, one file each. Adding one: write the file, list it here, add a lit test."""

from helia_aot.ir.kernel import Record
from helia_aot.ir.operator import AotOperator
from helia_aot.ir.ops.add import AddOp
from helia_aot.ir.ops.average_pool_2d import AveragePool2DOp
from helia_aot.ir.ops.concatenation import ConcatenationOp
from helia_aot.ir.ops.conv_2d import Conv2DOp
from helia_aot.ir.ops.depthwise_conv_2d import DepthwiseConv2DOp
from helia_aot.ir.ops.dequantize import DequantizeOp
from helia_aot.ir.ops.fully_connected import FullyConnectedOp
from helia_aot.ir.ops.logistic import LogisticOp
from helia_aot.ir.ops.max_pool_2d import MaxPool2DOp
from helia_aot.ir.ops.mean import MeanOp
from helia_aot.ir.ops.pad import PadOp
from helia_aot.ir.ops.padv2 import PadV2Op
from helia_aot.ir.ops.quantize import QuantizeOp
from helia_aot.ir.ops.relu import ReluOp
from helia_aot.ir.ops.relu6 import Relu6Op
from helia_aot.ir.ops.reshape import ReshapeOp
from helia_aot.ir.ops.softmax import SoftmaxOp

OPERATORS: tuple[type[AotOperator], ...] = (
    AddOp,
    AveragePool2DOp,
    ConcatenationOp,
    Conv2DOp,
    DepthwiseConv2DOp,
    DequantizeOp,
    FullyConnectedOp,
    LogisticOp,
    MaxPool2DOp,
    MeanOp,
    PadOp,
    PadV2Op,
    QuantizeOp,
    ReluOp,
    Relu6Op,
    ReshapeOp,
    SoftmaxOp,
)

BY_CODE = {op.CODE: op for op in OPERATORS}
"""The operators by the name of their builtin operator."""

RECORDS: dict[str, Record] = {r.kind: r for op in OPERATORS for r in op.RECORDS}
"""Every descriptor record by its kind."""
