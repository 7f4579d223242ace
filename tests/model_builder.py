"""Builds small LiteRT models in memory. Knows the file format; knows no operator's meaning.

    m = ModelBuilder()
    x = m.input((1, 8), "INT8", scale=0.5, zero_point=-3)
    w = m.constant(weights, scale=[0.1, 0.2])
    y = m.tensor((1, 2), "INT8", scale=0.25)
    m.operator("FULLY_CONNECTED", [x, w, None], [y], fused_activation_function="RELU")
    m.output(y)
    data = m.build()

Tensors are handled by index. Options are named as in the schema; enumerations may be strings.
"""

# pyright: reportMissingTypeStubs=false

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import accumulate
from typing import Any

import flatbuffers
import numpy as np
import numpy.typing as npt
from ai_edge_litert import schema_py_generated as _schema

from helia_aot.frontend.litert.options import options_of
from helia_aot.frontend.litert.types import bits_of
from helia_aot.frontend.values import raw

schema: Any = _schema
"""The generated object API, taken as it comes."""

AUTO = "\0auto"
"""Stands for a name made from the tensor's index."""

_ENUMS: dict[str, Any] = {
    "fusedActivationFunction": schema.ActivationFunctionType,
    "kernelType": schema.LSTMKernelType,
    "mode": schema.MirrorPadMode,
    "padding": schema.Padding,
    "weightsFormat": schema.FullyConnectedOptionsWeightsFormat,
}
"""Enumeration of an option; any other that is given as an element type is a `TensorType`."""

Numbers = float | Sequence[float] | npt.NDArray[Any]
"""One number or several."""


class _AlignedBuffer(schema.BufferT):
    """A buffer whose bytes start at a multiple of 16, as runtimes that read in place expect."""

    def Pack(self, builder: Any) -> int:
        vector: int | None = None
        if self.data is not None:
            data = raw(self.data).tobytes()
            builder.Prep(16, len(data))
            vector = builder.CreateByteVector(data)
        schema.BufferStart(builder)
        if vector is not None:
            schema.BufferAddData(builder, vector)
        schema.BufferAddOffset(builder, self.offset)
        schema.BufferAddSize(builder, self.size)
        return schema.BufferEnd(builder)


def pack(model: Any) -> bytes:
    """The bytes of an object-API model."""
    aligned, buffers = copy(model), list[Any](model.buffers or [])
    aligned.buffers = [_AlignedBuffer(item.data, item.offset, item.size) for item in buffers]
    builder: Any = flatbuffers.Builder(1024)
    builder.Finish(aligned.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def pack_outside(model: Any) -> bytes:
    """The bytes of a model with its weights behind the flatbuffer (`Buffer.offset`, `size`)."""
    blobs = [raw(buffer.data).tobytes() for buffer in list[Any](model.buffers)]
    padded = [blob.ljust(_up(len(blob)), b"\0") for blob in blobs]

    def head(start: int) -> bytes:
        moved, places = copy(model), accumulate(map(len, padded), initial=start)
        moved.buffers = [
            schema.BufferT(None, place if blob else 0, len(blob))
            for place, blob in zip(places, blobs, strict=False)
        ]
        return pack(moved)

    start = _up(len(head(16)))
    return head(start).ljust(start, b"\0") + b"".join(padded)


def _up(nbytes: int) -> int:
    """The next multiple of 16."""
    return -(-nbytes // 16) * 16


class GraphBuilder:
    """Builds one subgraph."""

    def __init__(self, model: "ModelBuilder", name: str | None):
        self.graph = schema.SubGraphT(tensors=[], inputs=[], outputs=[], operators=[], name=name)
        self._model = model

    def tensor(
        self,
        shape: Sequence[int],
        dtype: str = "INT8",
        *,
        scale: Numbers | None = None,
        zero_point: Numbers | None = None,
        dimension: int = 0,
        name: str | bytes | None = AUTO,
        signature: Sequence[int] | None = None,
        is_variable: bool = False,
        buffer: int = 0,
    ) -> int:
        """Add a tensor that an operator will write, or nothing will."""
        index = len(self.graph.tensors)
        self.graph.tensors.append(
            schema.TensorT(
                shape=list(shape),
                type=getattr(schema.TensorType, dtype),
                buffer=buffer,
                name=f"tensor_{index}" if name == AUTO else name,
                quantization=_quantization(scale, zero_point, dimension),
                isVariable=is_variable,
                shapeSignature=list(signature) if signature else None,
            )
        )
        return index

    def input(self, shape: Sequence[int], dtype: str = "INT8", **rest: Any) -> int:
        """Add an input; further arguments as for `tensor`."""
        index = self.tensor(shape, dtype, **rest)
        self.graph.inputs.append(index)
        return index

    def variable(self, shape: Sequence[int], dtype: str = "INT8", **rest: Any) -> int:
        """Add a state tensor."""
        return self.tensor(shape, dtype, is_variable=True, **rest)

    def constant(self, values: npt.ArrayLike, dtype: str | None = None, **rest: Any) -> int:
        """Add a constant; its type is the array's unless given (`INT4` is packed)."""
        array = np.asarray(values)
        dtype = dtype or array.dtype.name.upper()
        buffer = self._model.buffer(pack_bits(array, dtype))
        return self.tensor(array.shape, dtype, buffer=buffer, **rest)

    def output(self, *tensors: int) -> None:
        """Name outputs."""
        self.graph.outputs.extend(tensors)

    def operator(
        self,
        code: str,
        inputs: Sequence[int | None],
        outputs: Sequence[int],
        *,
        version: int = 1,
        intermediates: Sequence[int] | None = None,
        mutating: Sequence[bool] | None = None,
        **options: Any,
    ) -> Any:
        """Add a builtin operator; returns the object, for odd changes."""
        operator = self._add(code, None, inputs, outputs, version)
        operator.intermediates = list(intermediates) if intermediates else None
        operator.mutatingVariableInputs = list(mutating) if mutating else None
        _set_options(operator, code, options)
        return operator

    def custom(
        self,
        name: str,
        inputs: Sequence[int | None],
        outputs: Sequence[int],
        options: bytes = b"",
    ) -> Any:
        """Add a custom operator with its option bytes."""
        operator = self._add("CUSTOM", name, inputs, outputs, 1)
        operator.customOptions = np.frombuffer(options, np.uint8)
        return operator

    def _add(
        self,
        code: str,
        custom: str | None,
        inputs: Sequence[int | None],
        outputs: Sequence[int],
        version: int,
    ) -> Any:
        operator = schema.OperatorT(
            opcodeIndex=self._model.operator_code(code, custom, version),
            inputs=[-1 if tensor is None else tensor for tensor in inputs],
            outputs=list(outputs),
        )
        self.graph.operators.append(operator)
        return operator


class ModelBuilder(GraphBuilder):
    """Builds a model; itself the builder of the main subgraph."""

    def __init__(self, name: str | None = "main"):
        self._object = schema.ModelT(
            version=3,
            operatorCodes=[],
            subgraphs=[],
            buffers=[schema.BufferT()],
            signatureDefs=[],
            metadata=[],
        )
        self._codes: dict[tuple[str, str | None, int], int] = {}
        super().__init__(self, name)
        self._object.subgraphs.append(self.graph)

    def subgraph(self, name: str | None) -> GraphBuilder:
        """Add a further subgraph; its index is the number of those before."""
        builder = GraphBuilder(self, name)
        self._object.subgraphs.append(builder.graph)
        return builder

    def signature(
        self, key: str, inputs: Mapping[str, int], outputs: Mapping[str, int], subgraph: int = 0
    ) -> None:
        """Add a named entry."""
        self._object.signatureDefs.append(
            schema.SignatureDefT(
                inputs=[schema.TensorMapT(name, tensor) for name, tensor in inputs.items()],
                outputs=[schema.TensorMapT(name, tensor) for name, tensor in outputs.items()],
                signatureKey=key,
                subgraphIndex=subgraph,
            )
        )

    def metadata(self, name: str, data: bytes) -> None:
        """Add a named blob."""
        buffer = self.buffer(np.frombuffer(data, np.uint8))
        self._object.metadata.append(schema.MetadataT(name, buffer))

    def buffer(self, data: npt.NDArray[np.uint8]) -> int:
        """Add a buffer of bytes."""
        self._object.buffers.append(schema.BufferT(data))
        return len(self._object.buffers) - 1

    def operator_code(self, code: str, custom: str | None, version: int) -> int:
        """Index of an operator code, added on first use."""
        key = (code, custom, version)
        if key not in self._codes:
            number = getattr(schema.BuiltinOperator, code)
            self._codes[key] = len(self._codes)
            self._object.operatorCodes.append(
                schema.OperatorCodeT(min(number, 127), custom, version, number)
            )
        return self._codes[key]

    def model(self) -> Any:
        """The object-API model itself."""
        return self._object

    def build(self, outside: bool = False) -> bytes:
        """The file's bytes; with `outside`, the weights stand behind the flatbuffer."""
        return pack_outside(self._object) if outside else pack(self._object)


def pack_bits(array: npt.NDArray[Any], dtype: str) -> npt.NDArray[np.uint8]:
    """Bytes of a constant; elements below 8 bits fill bytes from the low end."""
    bits = bits_of(dtype) or 8
    if bits >= 8:
        return np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
    per_byte = 8 // bits
    packed = np.zeros(-(-array.size // per_byte), np.uint8)
    for lane in range(per_byte):
        part = array.ravel()[lane::per_byte].astype(np.int64) & ((1 << bits) - 1)
        packed[: len(part)] |= (part << (bits * lane)).astype(np.uint8)
    return packed


def _quantization(scale: Numbers | None, zero_point: Numbers | None, dimension: int) -> Any:
    if scale is None:
        return None
    scales = np.atleast_1d(np.asarray(scale, np.float32))
    zeros = np.atleast_1d(np.asarray(0 if zero_point is None else zero_point, np.int64))
    return schema.QuantizationParametersT(
        scale=scales,
        zeroPoint=np.broadcast_to(zeros, scales.shape).copy() if len(zeros) == 1 else zeros,
        quantizedDimension=dimension,
    )


def _set_options(operator: Any, code: str, fields: Mapping[str, Any]) -> None:
    """Give an operator the options of its own kind, even if all are defaults."""
    table = options_of(code)
    if not table:
        if fields:
            raise TypeError(f"{code} has no options")
        return
    options = getattr(schema, f"{table}T")()
    for name, value in fields.items():
        field = _camel(name)
        if not hasattr(options, field):
            raise TypeError(f"{table} has no {name}, only {', '.join(options.__dict__)}")
        setattr(options, field, _option(field, value))
    if hasattr(schema.BuiltinOptions, table):
        operator.builtinOptionsType = getattr(schema.BuiltinOptions, table)
        operator.builtinOptions = options
    else:
        operator.builtinOptions2Type = getattr(schema.BuiltinOptions2, table)
        operator.builtinOptions2 = options


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _option(field: str, value: Any) -> Any:
    """An option's value; a string names a member of its enumeration."""
    if not isinstance(value, str):
        return value
    if field in _ENUMS:
        return getattr(_ENUMS[field], value)
    return getattr(schema.TensorType, value) if "Type" in field else value
