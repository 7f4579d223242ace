"""From the graph to the program: every operator becomes the kernel call it chooses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, ModuleOp, StringAttr, i64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException, VerifyException

from helia_aot.errors import ConfigError
from helia_aot.ir import aot
from helia_aot.ir.constants import ConstOp, constant, quant_of
from helia_aot.ir.identifiers import identifier
from helia_aot.ir.ops import record_of
from helia_aot.ir.ops.families.control import BranchOperator, LoopOperator, YieldOp, yielded
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.ops.families.state import (
    HandleOperator,
    OnceOperator,
    ReadOperator,
    lives_until_assigned,
    variables,
)
from helia_aot.ir.program import ModuleConfig
from helia_aot.ir.provenance import INPUTS, NAMES, carry_provenance, tensor_name, where
from helia_aot.ir.types import (
    Array,
    QuantAttr,
    Tensor,
    dense,
    encoding,
    integers,
    nbytes,
    strings,
    tensor,
    tensor_type,
)
from helia_aot.kernels.instruction_sets import cores
from helia_aot.kernels.kernel import KernelCall
from helia_aot.kernels.overlaps import overlaps
from helia_aot.platforms.loader import PLATFORMS


@dataclass(frozen=True)
class LowerToAotPass(ModulePass):
    """Choose a kernel for every operator on a target; the graph becomes an `aot.module`."""

    name = "lower-to-aot"

    prefix: str = ""
    """Prefix of all symbols; by default the one the frontend put into the module."""
    platform: str = "generic"
    cpu: str = "generic"
    provider: Literal["bundled", "cmsis-nn"] = "bundled"
    optimize: Literal["speed", "balanced", "size"] = "balanced"
    schedule: Literal["table", "calls"] = "table"
    callbacks: bool = False
    checks: bool = False
    names: bool = True
    allocate_arenas: bool = True
    auto_hydrate: bool = True
    residency: bool = False

    def __post_init__(self) -> None:
        for what, name, known in (
            ("platform", self.platform, PLATFORMS),
            ("core", self.cpu, tuple(cores())),
        ):
            if name not in known:
                raise ConfigError(
                    f"{self.name}: unknown {what} {name!r}: known are {', '.join(known)}"
                )

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        graphs = [o for o in op.body.block.ops if isinstance(o, FuncOp)]
        if len(graphs) != 1:
            raise PassFailedException(f"{self.name} needs one func.func, found {len(graphs)}")
        main = graphs[0]
        _refuse(main)
        module = _Lowering(self.config(op), main).run()
        op.body.block.insert_op_before(module, main)
        main.detach()
        main.erase()

    def config(self, module: ModuleOp) -> ModuleConfig:
        return ModuleConfig(
            prefix=self.prefix or _text(module, "helia.prefix") or "model",
            model_sha256=_text(module, "helia.sha256"),
            platform=self.platform,
            cpu=self.cpu,
            provider=self.provider,
            optimize=self.optimize,
            schedule=self.schedule,
            callbacks=self.callbacks,
            checks=self.checks,
            names=self.names,
            allocate_arenas=self.allocate_arenas,
            auto_hydrate=self.auto_hydrate,
            residency=self.residency,
        )


def _refuse(main: FuncOp) -> None:
    """Name at once all operators that cannot be lowered, one a line."""
    operators = (op for op in main.walk() if isinstance(op, AotOperator))
    if reasons := [f"{where(op)}: {found}" for op in operators if (found := op.unlowerable())]:
        raise VerifyException("\n".join(reasons))


def _text(module: ModuleOp, key: str) -> str:
    value = module.attributes.get(key)
    return value.data if isinstance(value, StringAttr) else ""


class _Lowering:
    """One walk over the function, operator by operator."""

    def __init__(self, config: ModuleConfig, main: FuncOp):
        self.config = config
        self.main = main
        source = main.body.block
        self.block = Block(arg_types=source.arg_types)
        """Where constants stand, also those that only nested blocks read."""
        self.values: dict[SSAValue, SSAValue] = dict(zip(source.args, self.block.args, strict=True))
        for old, new in self.values.items():
            new.name_hint = old.name_hint
        self.variables = variables(main)
        self.states: dict[str, SSAValue] = {}
        """The variables that the program has so far, by name."""
        self.constants: dict[tuple[bytes, Attribute, QuantAttr | None], SSAValue] = {}
        terminator = source.last_op
        self.outputs = tuple(terminator.operands) if isinstance(terminator, ReturnOp) else ()
        self.returned = set(self.outputs)

    def run(self) -> aot.ModuleOp:
        self.operators(self.main.body.block, self.block)
        self.block.add_op(aot.ReturnOp([self.value(v) for v in self.outputs]))
        names = [tensor_name(a) for a in self.main.body.block.args]
        return aot.ModuleOp(self.config, self.block, names)

    def operators(self, source: Block, target: Block) -> None:
        for op in source.ops:
            match op:
                case OnceOperator():
                    pass  # what it assigns are the variables' initial values
                case HandleOperator():
                    if op.variable.data in self.variables:
                        self.values[op.output] = self.state(op.variable.data)
                case AotOperator():
                    self.lower(op, target)
                case ConstOp() | ReturnOp() | YieldOp():
                    pass  # constants are made where they are used
                case _:
                    raise VerifyException(f"{op.name} cannot be lowered to the aot dialect")

    def lower(self, op: AotOperator, target: Block) -> None:
        match op:
            case BranchOperator():
                then, otherwise = (self.nested(r.block) for r in op.regions)
                condition = self.value(op.condition)
                new: Operation = aot.IfOp(condition, op.result_types, then, otherwise)
            case LoopOperator():
                condition, body = (self.nested(r.block) for r in op.regions)
                new = aot.WhileOp([self.value(v) for v in op.inits], condition, body)
                new.attributes |= {k: v for k, v in op.attributes.items() if k == INPUTS}
            case ReadOperator() if lives_until_assigned(op):
                new = aot.ViewOp(op.CODE, self.value(op.handle), op.result_types[0])
            case _ if op.VIEW and self.can_view(op.results[0]):
                new = aot.ViewOp(op.CODE, self.value(op.operands[0]), op.result_types[0])
            case _:
                new = self.kernel(op, op.kernel(self.config.target))
        target.add_op(new)
        carry_provenance([op], new)
        for old, result in zip(op.results, new.results, strict=True):
            result.name_hint = old.name_hint
            self.values[old] = result

    def nested(self, source: Block) -> Block:
        """The program of a block within an operator."""
        target = Block(arg_types=source.arg_types)
        for old, new in zip(source.args, target.args, strict=True):
            new.name_hint, self.values[old] = old.name_hint, new
        self.operators(source, target)
        target.add_op(aot.YieldOp([self.value(v) for v in yielded(source) or ()]))
        return target

    def can_view(self, result: SSAValue) -> bool:
        """Whether the result may be its operand's bytes: an output of the model never shares them
        with an input, a constant or another output."""
        if result not in self.returned:
            return True
        root, shared = _root(result)
        return isinstance(root.owner, AotOperator) and self.returned.isdisjoint(shared)

    def kernel(self, op: AotOperator, call: KernelCall) -> aot.KernelOp:
        constants = {
            name: self.operand(op, source)
            for name, source in call.constants.items()
            if source is not None
        }
        inputs = [self.value(op.operands[i]) for i in call.inputs]
        why = StringAttr(_why(call, self.config.provider))
        properties = _properties(op, call) | {"why": why, "overlap": self.overlap(op, call)}
        states = [self.value(op.operands[i]) for i in call.states]
        return aot.KernelOp(inputs, constants, op.result_types, properties, states)

    def overlap(self, op: AotOperator, call: KernelCall) -> Attribute | None:
        """The contracts of a call; none where a tensor has no byte to share."""
        record, provider = record_of(call.helper.struct_kind), self.config.provider
        found = overlaps(record, call.helper, call.numbers, provider)
        if not found:
            return None
        tensors = (*(op.operands[i] for i in call.inputs), *op.results)
        shares = all(nbytes(tensor_type(v)) for v in tensors)
        return ArrayAttr(map(aot.OverlapAttr, found)) if shares else None

    def state(self, name: str) -> SSAValue:
        """One `aot.variable` per variable of the model."""
        if name not in self.states:
            variable = self.variables[name]
            op = aot.VariableOp(dense(variable.initial, variable.type))
            op.attributes[NAMES] = strings([name])
            op.output.name_hint = identifier(name) or None
            self.block.add_op(op)
            self.states[name] = op.output
        return self.states[name]

    def operand(self, op: AotOperator, source: "int | Array") -> SSAValue:
        if isinstance(source, int):
            return self.value(op.operands[source])
        return self.constant(source, tensor(source.shape, source.dtype.name), None, "")

    def value(self, old: SSAValue) -> SSAValue:
        if old not in self.values:
            array = constant(old)
            assert array is not None, "operators stand before their uses"
            per_channel = None if encoding(old) else quant_of(old)
            self.values[old] = self.constant(array, tensor_type(old), per_channel, tensor_name(old))
        return self.values[old]

    def constant(self, array: Array, type: Tensor, quant: QuantAttr | None, name: str) -> SSAValue:
        """One `aot.constant` per distinct content, type and quantization."""
        data = np.ascontiguousarray(array)
        key = (data.tobytes(), type, quant)
        if key not in self.constants:
            op = aot.ConstantOp(dense(data, type), quant)
            op.attributes[NAMES] = strings([name])
            self.block.add_op(op)
            self.constants[key] = op.output
        return self.constants[key]


def _properties(op: AotOperator, call: KernelCall) -> dict[str, Attribute | None]:
    return {
        "kind": StringAttr(op.CODE),
        "helper": aot.HelperAttr(call.helper),
        "numbers": aot.NumbersAttr(tuple(call.numbers.items())),
        "operand_order": _order(call.inputs),
        "scratch": IntegerAttr(call.scratch, i64),
        "ctx_buf": StringAttr(call.ctx_buf),
        "packing": None if call.packing is None else StringAttr(call.packing),
        "macs": _count(op.macs()),
        "parameters": _count(op.parameters()),
    }


def _why(call: KernelCall, provider: str) -> str:
    """Why this kernel was chosen, which another provider than the bundled one may have."""
    if provider == "bundled":
        return call.why
    return f"CMSIS-NN's {call.helper.cmsis}" if call.helper.cmsis else f"bundled: {call.why}"


def _root(value: SSAValue) -> tuple[SSAValue, Sequence[SSAValue]]:
    """The value whose bytes `value` would be a view of, and all other views of it."""
    root = value
    while isinstance(root.owner, AotOperator) and root.owner.VIEW:
        root = root.owner.operands[0]
    return root, [v for v in (root, *_views(root)) if v is not value]


def _views(value: SSAValue) -> list[SSAValue]:
    """Every value that would be a view of `value`."""
    found: list[SSAValue] = []
    pending = [value]
    while pending:
        for use in pending.pop().uses:
            if isinstance(use.operation, AotOperator) and use.operation.VIEW and use.index == 0:
                found.append(use.operation.results[0])
                pending.append(use.operation.results[0])
    return found


def _order(operands: Sequence[int]) -> Attribute | None:
    return None if list(operands) == sorted(operands) else integers(operands)


def _count(number: int | None) -> IntegerAttr | None:
    return None if number is None else IntegerAttr(number, i64)
