"""Operators on state: what VAR_HANDLE, READ_VARIABLE, ASSIGN_VARIABLE and CALL_ONCE share.

A variable is known by its name, wherever a handle of it stands. It has one shape and element type,
keeps its bytes from run to run, and is zero until something is assigned (`zero`). Reading and
assigning are effects: no pass moves them across each other. Knows no operator by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np
from xdsl.dialects.builtin import StringAttr, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import operand_def, prop_def, region_def, result_def
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir.constants import ConstOp, constant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.control import ControlOperator, YieldOp
from helia_aot.ir.ops.families.movement import COPY_RECORD, copy_call
from helia_aot.ir.ops.families.operator import READS, WRITES, AotOperator, rule
from helia_aot.ir.provenance import where
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, nbytes, shape, tensor, tensor_type
from helia_aot.kernels.costs import Work
from helia_aot.kernels.kernel import KernelCall

HANDLE = tensor((), "resource")
"""The type of what stands for a variable."""


@dataclass
class State:
    """What a model keeps from run to run, for `evaluate`."""

    variables: dict[str, Array] = field(default_factory=dict[str, Array])
    """By name."""
    called: set[Operation] = field(default_factory=set[Operation])
    """What runs only once, and has."""


class HandleOperator(AotOperator):
    """Undecorated base: stands for a variable. It is no work at run time."""

    NO_KERNEL: ClassVar = True

    variable = prop_def(StringAttr)
    output = result_def(TensorType)

    FORMAT: ClassVar = "$variable attr-dict `:` type($output)"

    def __init__(self, variable: str, output: Tensor = HANDLE):
        super().__init__(properties={"variable": StringAttr(variable)}, result_types=[output])

    @property
    def is_function(self) -> bool:
        return False  # its value is no number

    @rule("the output is a handle")
    def _handle(self) -> str | None:
        kind = dtype(self.output)
        return None if kind == "resource" else f"output is {kind}"

    def infer(self) -> Sequence[Tensor]:
        return (tensor_type(self.output),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        return (np.array(self.variable.data),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        raise VerifyException(f"{self.CODE} has no kernel: it stands for a variable")

    def shared_kernel_helpers(self, target: Target = Target()) -> list[KernelHelper]:  # noqa: B008
        return []


class StateOperator(AotOperator):
    """Undecorated base: reads or writes the variable of its first operand."""

    RECORDS: ClassVar = (COPY_RECORD,)

    @property
    def given(self) -> SSAValue:
        """The handle."""
        return self.operands[0]

    @rule("the variable is given by its handle")
    def _handle(self) -> str | None:
        kind = dtype(self.given)
        return None if kind == "resource" else f"it is given as {kind}"

    @rule("the handle is known at compile time", lowered=True)
    def _known(self) -> str | None:
        if isinstance(self.given.owner, HandleOperator):
            return None
        return "the handle is carried by a loop, or given from outside"

    @property
    def name_of_variable(self) -> str:
        owner = self.given.owner
        assert isinstance(owner, HandleOperator), "a rule says so"
        return owner.variable.data

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        return self.access(State(), *inputs)

    def access(self, state: State, *inputs: Array | None) -> tuple[Array, ...]:
        """What it gives, and does to the variables."""
        raise NotImplementedError

    @property
    def content(self) -> SSAValue:
        """The value that is the variable's."""
        raise NotImplementedError


class ReadOperator(StateOperator):
    """Undecorated base: the value of a variable."""

    EFFECTS: ClassVar = READS

    handle = operand_def(TensorType)
    output = result_def(TensorType)

    FORMAT: ClassVar = "$handle attr-dict `:` functional-type(operands, results)"

    def __init__(self, handle: SSAValue, output: Tensor):
        super().__init__(operands=[handle], result_types=[output])

    @property
    def content(self) -> SSAValue:
        return self.output

    def infer(self) -> Sequence[Tensor]:
        return (tensor_type(self.output),)

    def access(self, state: State, *inputs: Array | None) -> tuple[Array, ...]:
        return (state.variables.get(str(inputs[0]), zero(self.output)),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        yield copy_call(self.output)


class AssignOperator(StateOperator):
    """Undecorated base: gives a variable a value."""

    EFFECTS: ClassVar = WRITES

    handle = operand_def(TensorType)
    value = operand_def(TensorType)

    FORMAT: ClassVar = "$handle `,` $value attr-dict `:` type(operands)"

    def __init__(self, handle: SSAValue, value: SSAValue):
        super().__init__(operands=[handle, value])

    @property
    def content(self) -> SSAValue:
        return self.value

    def infer(self) -> Sequence[Tensor]:
        return ()

    def access(self, state: State, *inputs: Array | None) -> tuple[Array, ...]:
        name, value = inputs
        assert value is not None
        state.variables[str(name)] = value
        return ()

    def work(self) -> Work:
        return Work(nbytes(tensor_type(self.value)), 1)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        yield copy_call(self.value)._replace(inputs=(1,), states=(0,), why="state is written")


class OnceOperator(ControlOperator):
    """Undecorated base: a block that runs at the first run of the model alone."""

    EFFECTS: ClassVar = WRITES

    body = region_def("single_block")

    FORMAT: ClassVar = "attr-dict-with-keyword $body"

    @rule("it stands in the model itself, before all that reads and assigns", lowered=True)
    def _first(self) -> str | None:
        block = self.parent_block()
        if block is None or not isinstance(block.parent_op(), FuncOp):
            return "it stands in a branch or a loop"
        for op in block.walk():
            if op is self:
                return None
            if isinstance(op, StateOperator) and not _is_in_once(op):
                return f"{where(op)} stands before it"
        return None

    @rule("what it assigns is constant", lowered=True)
    def _constant(self) -> str | None:
        for op in self.body.block.ops:
            match op:
                case AssignOperator() if constant(op.value) is not None:
                    pass
                case HandleOperator() | ConstOp() | YieldOp():
                    pass
                case _:
                    return f"it runs {where(op)}"
        return None


def _is_in_once(op: Operation) -> bool:
    around = op.parent_op()
    while around is not None and not isinstance(around, OnceOperator):
        around = around.parent_op()
    return around is not None


class Variable(NamedTuple):
    """A variable of the model, as all that reads and assigns it agrees."""

    name: str
    type: Tensor
    """Of what is assigned, if anything is."""
    zero: Array
    """What it is before anything is assigned."""
    initial: Array
    """What it is at the first run, and after a reset."""


def variables(main: FuncOp) -> dict[str, Variable]:
    """All variables, with what CALL_ONCE assigns to them; VerifyException where types differ."""
    found: dict[str, Variable] = {}
    accesses = list(_accesses(main))
    for op in sorted(accesses, key=lambda op: isinstance(op, ReadOperator)):
        name, type = op.name_of_variable, tensor_type(op.content)
        known = found.setdefault(name, Variable(name, type, first := zero(op.content), first))
        if (type.get_shape(), dtype(type)) != (known.type.get_shape(), dtype(known.type)):
            raise VerifyException(
                f"{where(op)}: variable {name!r} is {type} here, {known.type} elsewhere"
            )
    for op in accesses:
        if isinstance(op, AssignOperator) and _is_in_once(op):
            value, name = constant(op.value), op.name_of_variable
            if value is not None:
                found[name] = found[name]._replace(initial=value)
    return found


def zero(value: SSAValue) -> Array:
    """What a variable is before anything is assigned: as in TFLM, every byte is the zero point of
    what will be, so that quantized values are zero."""
    quant = encoding(value)
    byte = (quant.zero_point if quant else 0) & 0xFF
    filled = np.full(nbytes(tensor_type(value)), byte, np.uint8)
    return filled.view(dtype(value)).reshape(shape(value))


def _accesses(main: FuncOp) -> Iterator[StateOperator]:
    operators = (op for op in main.walk() if isinstance(op, StateOperator))
    return (op for op in operators if op.unlowerable() is None)


def lives_until_assigned(read: ReadOperator) -> bool:
    """Whether the value that is read is used for the last time before the variable changes: then
    it can be the variable's own bytes."""
    block = read.parent_block()
    assert block is not None
    uses: set[Operation] = set()
    pending: list[SSAValue] = [read.output]
    while pending:
        for use in pending.pop().uses:
            user = block.find_ancestor_op_in_block(use.operation)
            if user is not use.operation or not isinstance(user, AotOperator):
                return False  # in a block inside, or what ends this one
            uses.add(user)
            if user.VIEW and use.index == 0:
                pending += user.results
    behind, seen = False, False
    for op in block.ops:
        seen = seen or op is read
        if seen and _assigns(op, read.name_of_variable):
            behind = True
        if behind and op in uses:
            return False
    return True


def _assigns(op: Operation, name: str) -> bool:
    return any(isinstance(o, AssignOperator) and o.name_of_variable == name for o in op.walk())
