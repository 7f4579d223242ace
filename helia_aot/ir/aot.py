"""The `aot` dialect: the program, one kernel call per line.

Reading it one knows exactly what the C will do; emission is a function of this text alone.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    I64,
    AnyTensorTypeConstr,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    ParamAttrConstraint,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import ConstantLike, IsolatedFromAbove, IsTerminator, Pure
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir import program
from helia_aot.ir.aot_attributes import (
    ConfigAttr,
    HelperAttr,
    NumbersAttr,
    OverlapAttr,
    PlacementAttr,
    Placements,
    RegionAttr,
    RowsAttr,
)
from helia_aot.ir.aot_nested import IfOp, WhileOp, YieldOp
from helia_aot.ir.aot_rows import RowsOp
from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.operation import BaseOperation
from helia_aot.ir.overlap import Overlap, problems
from helia_aot.ir.types import Element, QuantAttr, nbytes, strings, tensor_type

__all__ = [
    "Aot",
    "ConfigAttr",
    "ConstantOp",
    "HelperAttr",
    "HelperOp",
    "IfOp",
    "KernelOp",
    "ModuleOp",
    "NumbersAttr",
    "OverlapAttr",
    "PlacementAttr",
    "Placements",
    "RegionAttr",
    "ReturnOp",
    "RowsAttr",
    "RowsOp",
    "VariableOp",
    "ViewOp",
    "WhileOp",
    "YieldOp",
    "module_of",
]


@irdl_op_definition
class ModuleOp(BaseOperation):
    """One C module: its block's arguments are the model's inputs, `aot.return` its outputs."""

    name = "aot.module"

    config = prop_def(ConfigAttr)
    memory = opt_prop_def(ArrayAttr[RegionAttr])
    """The regions, once planned; a placement's region is an index here."""
    placements = opt_prop_def(Placements)
    """Of the inputs, once planned."""
    body = region_def("single_block")

    traits = traits_def(IsolatedFromAbove())
    FORMAT: ClassVar = (
        "$config (`memory` $memory^)? (`inputs_at` $placements^)? attr-dict-with-keyword $body"
    )

    def __init__(self, config: program.ModuleConfig, block: Block, input_names: Sequence[str]):
        super().__init__(
            properties={"config": ConfigAttr(config)},
            attributes={"input_names": strings(input_names)},
            regions=[Region(block)],
        )

    @property
    def block(self) -> Block:
        return self.body.block


@irdl_op_definition
class HelperOp(BaseOperation):
    """A shared kernel; calls name its key."""

    name = "aot.helper"

    helper = prop_def(HelperAttr)
    FORMAT: ClassVar = "$helper attr-dict"

    def __init__(self, helper: KernelHelper):
        super().__init__(properties={"helper": HelperAttr(helper)})


@irdl_op_definition
class ConstantOp(BaseOperation):
    """A constant tensor as the C will hold it."""

    name = "aot.constant"
    T: ClassVar = VarConstraint("T", AnyTensorTypeConstr)

    value = prop_def(ParamAttrConstraint(DenseIntOrFPElementsAttr, (T, AnyAttr())))
    quant = opt_prop_def(QuantAttr)
    """Per-channel quantization."""
    placements = opt_prop_def(Placements)
    output = result_def(T)

    traits = traits_def(Pure(), ConstantLike())
    FORMAT: ClassVar = "$value (`quant` $quant^)? (`at` $placements^)? attr-dict"

    def __init__(self, value: DenseIntOrFPElementsAttr[Element], quant: QuantAttr | None = None):
        super().__init__(
            properties={"value": value, "quant": quant}, result_types=[value.get_type()]
        )


@irdl_op_definition
class VariableOp(BaseOperation):
    """State: bytes that are kept from run to run. Its value is what an operator before wrote there,
    in the order of the text; at first, and after a reset, this one."""

    name = "aot.variable"
    T: ClassVar = VarConstraint("T", AnyTensorTypeConstr)

    value = prop_def(ParamAttrConstraint(DenseIntOrFPElementsAttr, (T, AnyAttr())))
    placements = opt_prop_def(Placements)
    output = result_def(T)

    FORMAT: ClassVar = "$value (`at` $placements^)? attr-dict"

    def __init__(self, value: DenseIntOrFPElementsAttr[Element]):
        super().__init__(properties={"value": value}, result_types=[value.get_type()])


@irdl_op_definition
class ViewOp(BaseOperation):
    """An operator that moves no byte: its output is its input's bytes under another shape."""

    name = "aot.view"

    kind = prop_def(StringAttr)
    input = operand_def(TensorType)
    placements = opt_prop_def(Placements)
    output = result_def(TensorType)

    FORMAT: ClassVar = (
        "$kind $input (`at` $placements^)? attr-dict `:` type($input) `->` type($output)"
    )

    def __init__(self, kind: str, input: SSAValue, output: Attribute):
        super().__init__(
            operands=[input], properties={"kind": StringAttr(kind)}, result_types=[output]
        )


@irdl_op_definition
class KernelOp(BaseOperation):
    """One kernel call: helper, descriptor, tensors, scratch."""

    name = "aot.kernel"

    kind = prop_def(StringAttr)
    """The operator type: a LiteRT builtin name."""
    helper = opt_prop_def(HelperAttr)
    """The kernel, until `share-kernels` makes it an `aot.helper`."""
    callee = opt_prop_def(SymbolRefAttr)
    """The key of the shared helper, from then on."""
    numbers = prop_def(NumbersAttr)
    inputs = var_operand_def(TensorType)
    """The record's INPUT fields in order."""
    operand_order = opt_prop_def(DenseArrayBase.constr(i64))
    """Which operand of the operator each of `inputs` is, where the numbers are not ascending."""
    states = var_operand_def(TensorType)
    """The variables that it writes: the record's OUTPUT fields behind the results."""
    constants = var_operand_def(TensorType)
    constant_fields = prop_def(ArrayAttr[StringAttr], default_value=ArrayAttr([]))
    """Which CONSTANT field each of `constants` fills; a field not named here is absent."""
    scratch = prop_def(IntegerAttr[I64], default_value=IntegerAttr(0, i64))
    """Bytes of the SCRATCH field."""
    ctx_buf = prop_def(StringAttr, default_value=StringAttr("no_ctx"))
    overlap = opt_prop_def(ArrayAttr[OverlapAttr])
    """How far the output may run into inputs that die here: `helia_aot.ir.overlap`."""
    rows = opt_prop_def(RowsAttr)
    """In a loop over rows, which of its rows the call makes when; only there."""
    packing = opt_prop_def(StringAttr)
    """The packing that `pack-weights` still has to apply to the constants."""
    macs = opt_prop_def(IntegerAttr[I64])
    parameters = opt_prop_def(IntegerAttr[I64])
    placements = opt_prop_def(Placements)
    """Of the outputs, then of the scratch if there is any, once planned."""
    why = prop_def(StringAttr, default_value=StringAttr(""))
    outputs = var_result_def(TensorType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    FORMAT: ClassVar = (
        "$kind (`via` $helper^)? (`calls` $callee^)? (`rows` $rows^)? (`packs` $packing^)? $numbers"
        " (`ins` `(` $inputs^ `:` type($inputs) `)`)? (`operands` $operand_order^)?"
        " (`states` `(` $states^ `:` type($states) `)`)?"
        " (`constants` $constant_fields^)? (`(` $constants^ `:` type($constants) `)`)?"
        " (`scratch` $scratch^)? (`ctx_buf` $ctx_buf^)? (`overlap` $overlap^)? (`macs` $macs^)?"
        " (`parameters` $parameters^)? (`at` $placements^)? (`why` $why^)? attr-dict"
        " `->` type($outputs)"
    )

    def __init__(
        self,
        inputs: Sequence[SSAValue],
        constants: Mapping[str, SSAValue],
        outputs: Sequence[Attribute],
        properties: Mapping[str, Attribute | None],
        states: Sequence[SSAValue] = (),
    ):
        super().__init__(
            operands=[inputs, states, list(constants.values())],
            properties={**properties, "constant_fields": strings(tuple(constants))},
            result_types=[outputs],
        )

    def shared_kernel_helpers(self) -> list[KernelHelper]:
        """The shared kernel this node runs through; once shared, from the module around it."""
        if self.helper is not None:
            return [self.helper.data]
        key = self.callee
        assert key is not None, "a call has a helper or the key of one"
        shared = (o.helper.data for o in module_of(self).block.ops if isinstance(o, HelperOp))
        found = next((h for h in shared if h.key == key.root_reference.data), None)
        return [] if found is None else [found]

    def constant_operands(self) -> dict[str, SSAValue]:
        """The constant operands by the field they fill."""
        names = (n.data for n in self.constant_fields)
        return dict(zip(names, self.constants, strict=True))

    def overlaps(self) -> tuple[Overlap, ...]:
        """The contracts of this call."""
        return () if self.overlap is None else tuple(o.data for o in self.overlap)

    def with_constants(self, constants: Mapping[str, SSAValue]) -> "KernelOp":
        """The same call on packed constants."""
        dropped = ("operandSegmentSizes", "packing", "constant_fields")
        properties = {k: v for k, v in self.properties.items() if k not in dropped}
        new = KernelOp(self.inputs, constants, self.result_types, properties, self.states)
        new.attributes.update(self.attributes)
        new.location = self.location
        return new

    def verify_(self) -> None:
        if (self.helper is None) == (self.callee is None):
            raise VerifyException("needs either a helper or the key of a shared one")
        if len(self.constant_fields) != len(self.constants):
            raise VerifyException(
                f"{len(self.constants)} constants for {len(self.constant_fields)} fields"
            )
        if self.ctx_buf.data not in tuple(CtxBufUsage):
            raise VerifyException(f"ctx_buf is {self.ctx_buf.data!r}")
        if (self.rows is None) == isinstance(self.parent_op(), RowsOp):
            raise VerifyException("rows are what a call in aot.rows makes, and no other")
        if self.rows is not None and (self.overlap is not None or len(self.outputs) != 1):
            raise VerifyException("a call that makes rows has one output, which overlaps nothing")
        if self.overlap is not None:
            sizes = ([nbytes(tensor_type(v)) for v in s] for s in (self.inputs, self.outputs))
            for found in problems(self.overlaps(), *sizes):
                raise VerifyException(found)


@irdl_op_definition
class ReturnOp(BaseOperation):
    """The model's outputs."""

    name = "aot.return"

    outputs = var_operand_def(TensorType)
    traits = traits_def(IsTerminator())
    FORMAT: ClassVar = "attr-dict ($outputs^ `:` type($outputs))?"

    def __init__(self, outputs: Sequence[SSAValue]):
        super().__init__(operands=[outputs])


def module_of(op: Operation) -> ModuleOp:
    """The module that an operation stands in, however deep."""
    around = op.parent_op()
    while around is not None and not isinstance(around, ModuleOp):
        around = around.parent_op()
    assert around is not None, "the operations of a program stand in its module"
    return around


Aot = Dialect(
    "aot",
    [
        ModuleOp,
        HelperOp,
        ConstantOp,
        VariableOp,
        ViewOp,
        KernelOp,
        IfOp,
        WhileOp,
        RowsOp,
        YieldOp,
        ReturnOp,
    ],
    [ConfigAttr, HelperAttr, RegionAttr, PlacementAttr, OverlapAttr, RowsAttr, NumbersAttr],
)
