"""The operators, one file each. Adding one: write the file, list it here, add a lit test."""

from helia_aot.ir.kernel import Record
from helia_aot.ir.operator import AotOperator
from helia_aot.ir.ops.add import AddOp
from helia_aot.ir.ops.average_pool_2d import AveragePool2DOp
from helia_aot.ir.ops.broadcast_to import BroadcastToOp
from helia_aot.ir.ops.cast import CastOp
from helia_aot.ir.ops.concatenation import ConcatenationOp
from helia_aot.ir.ops.conv_2d import Conv2DOp
from helia_aot.ir.ops.depthwise_conv_2d import DepthwiseConv2DOp
from helia_aot.ir.ops.dequantize import DequantizeOp
from helia_aot.ir.ops.expand_dims import ExpandDimsOp
from helia_aot.ir.ops.fill import FillOp
from helia_aot.ir.ops.fully_connected import FullyConnectedOp
from helia_aot.ir.ops.gather import GatherOp
from helia_aot.ir.ops.logistic import LogisticOp
from helia_aot.ir.ops.lut import LutOp
from helia_aot.ir.ops.max_pool_2d import MaxPool2DOp
from helia_aot.ir.ops.maximum import MaximumOp
from helia_aot.ir.ops.mean import MeanOp
from helia_aot.ir.ops.minimum import MinimumOp
from helia_aot.ir.ops.mul import MulOp
from helia_aot.ir.ops.pack import PackOp
from helia_aot.ir.ops.pad import PadOp
from helia_aot.ir.ops.padv2 import PadV2Op
from helia_aot.ir.ops.quantize import QuantizeOp
from helia_aot.ir.ops.range import RangeOp
from helia_aot.ir.ops.rank import RankOp
from helia_aot.ir.ops.reduce_prod import ReduceProdOp
from helia_aot.ir.ops.relu import ReluOp
from helia_aot.ir.ops.relu6 import Relu6Op
from helia_aot.ir.ops.reshape import ReshapeOp
from helia_aot.ir.ops.shape import ShapeOp
from helia_aot.ir.ops.slice import SliceOp
from helia_aot.ir.ops.softmax import SoftmaxOp
from helia_aot.ir.ops.squeeze import SqueezeOp
from helia_aot.ir.ops.strided_slice import StridedSliceOp
from helia_aot.ir.ops.sub import SubOp

OPERATORS: tuple[type[AotOperator], ...] = (
    AddOp,
    AveragePool2DOp,
    BroadcastToOp,
    CastOp,
    ConcatenationOp,
    Conv2DOp,
    DepthwiseConv2DOp,
    DequantizeOp,
    ExpandDimsOp,
    FillOp,
    FullyConnectedOp,
    GatherOp,
    LogisticOp,
    MaximumOp,
    MaxPool2DOp,
    MeanOp,
    MinimumOp,
    MulOp,
    PackOp,
    PadOp,
    PadV2Op,
    QuantizeOp,
    RangeOp,
    RankOp,
    ReduceProdOp,
    ReluOp,
    Relu6Op,
    ReshapeOp,
    ShapeOp,
    SliceOp,
    SoftmaxOp,
    SqueezeOp,
    StridedSliceOp,
    SubOp,
)

CREATED: tuple[type[AotOperator], ...] = (LutOp,)
"""Operators that only passes make: no file has them."""

BY_CODE = {op.CODE: op for op in OPERATORS}
"""The operators by the name of their builtin operator."""

RECORDS: dict[str, Record] = {r.kind: r for op in (*OPERATORS, *CREATED) for r in op.RECORDS}
"""Every descriptor record by its kind."""
