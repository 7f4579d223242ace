"""What a well-formed file may still not say, and what the records give of one that is right."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot.errors import InvalidModelError, UnsupportedModelError
from helia_aot.frontend.litert.objects import OPERATORS, OPTION_TYPES, OPTION_TYPES_2
from helia_aot.frontend.litert.operators import called_subgraphs
from helia_aot.frontend.litert.options import options_of
from helia_aot.frontend.litert.records import Model
from helia_aot.frontend.litert.types import bits_of, byte_size, integer_range
from helia_aot.frontend.litert.view import parse, view
from tests.model_builder import ModelBuilder, pack, schema

MODELS = Path(__file__).parents[4] / "shared" / "models"


def chain() -> Any:
    """x -> ADD (x, c) -> MUL (t, t) -> y, as an object-API model."""
    m = ModelBuilder()
    x = m.input((1, 4), scale=0.5)
    c = m.constant(np.arange(4, dtype=np.int8).reshape(1, 4), scale=[0.25], name="c")
    t = m.tensor((1, 4), scale=0.5)
    y = m.tensor((1, 4), scale=0.5, zero_point=7)
    m.operator("ADD", [x, c], [t])
    m.operator("MUL", [t, t], [y])
    m.output(y)
    return m.model()


def read(model: Any) -> Model:
    """The records of a model, by way of its bytes."""
    data = pack(model)
    return view(parse(data, "m"), "m", data)


def change(target: Any, fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        setattr(target, name, value)


def set_model(**fields: Any) -> Callable[[Any], None]:
    return lambda model: change(model, fields)


def set_graph(**fields: Any) -> Callable[[Any], None]:
    return lambda model: change(model.subgraphs[0], fields)


def set_tensor(index: int, **fields: Any) -> Callable[[Any], None]:
    return lambda model: change(model.subgraphs[0].tensors[index], fields)


def set_scales(index: int, **fields: Any) -> Callable[[Any], None]:
    return lambda model: change(model.subgraphs[0].tensors[index].quantization, fields)


def set_operator(index: int, **fields: Any) -> Callable[[Any], None]:
    return lambda model: change(model.subgraphs[0].operators[index], fields)


def set_code(**fields: Any) -> Callable[[Any], None]:
    return lambda model: change(model.operatorCodes[0], fields)


def set_buffer(index: int, **fields: Any) -> Callable[[Any], None]:
    return lambda model: change(model.buffers[index], fields)


def run_itself(model: Any) -> None:
    options = schema.CallOnceOptionsT(initSubgraphIndex=0)
    kind = schema.BuiltinOptions.CallOnceOptions
    number = schema.BuiltinOperator.CALL_ONCE
    model.operatorCodes.append(schema.OperatorCodeT(127, None, 1, number))
    call = schema.OperatorT(opcodeIndex=2, builtinOptionsType=kind, builtinOptions=options)
    model.subgraphs[0].operators.append(call)


def run_a_missing_one(model: Any) -> None:
    run_itself(model)
    model.subgraphs[0].operators[-1].builtinOptions.initSubgraphIndex = 1


def run_nonsense(model: Any) -> None:
    run_itself(model)
    model.subgraphs[0].operators[-1].builtinOptions.initSubgraphIndex = "main"


def name_a_missing_tensor(model: Any) -> None:
    model.signatureDefs = [schema.SignatureDefT([schema.TensorMapT("x", 9)], [], "s", 0)]


def name_a_missing_subgraph(model: Any) -> None:
    model.signatureDefs = [schema.SignatureDefT([], [], "s", 5)]


CONV_2D = {
    "builtinOptionsType": schema.BuiltinOptions.Conv2DOptions,
    "builtinOptions": schema.Conv2DOptionsT(),
}

WRONG: dict[str, Callable[[Any], None]] = {
    "m: schema version 2, expected 3": set_model(version=2),
    "m: the model has no subgraph": set_model(subgraphs=None),
    r"tensors\[0\] 'tensor_0': type 99 is none of LiteRT's": set_tensor(0, type=99),
    r"tensors\[0\] 'tensor_0': shape \(-1, 4\) has a negative": set_tensor(0, shape=[-1, 4]),
    r"tensors\[0\].*: shape has 9 dimensions, at most 8": set_tensor(0, shape=[1] * 9),
    r"tensors\[0\].*: shape \(65536, 32768\) of INT8 is beyond": (
        set_tensor(0, shape=[65536, 32768])
    ),
    r"tensors\[0\].*: shape \(2147483647, .* is beyond": set_tensor(0, shape=[2**31 - 1] * 8),
    r"tensors\[0\].*: shape_signature has 1 dimensions, the shape 2": (
        set_tensor(0, shapeSignature=[-1])
    ),
    r"tensors\[1\] 'c': buffer: there is no buffer 7, only 2": set_tensor(1, buffer=7),
    r"tensors\[1\] 'c': INT8 of shape \(1, 5\) takes 5 bytes, its buffer has 4": (
        set_tensor(1, shape=[1, 5])
    ),
    r"tensors\[1\] 'c': INT4 of shape \(1, 4\) takes 2 bytes, its buffer has 4": (
        set_tensor(1, type=schema.TensorType.INT4)
    ),
    r"tensors\[1\] 'c': a variable tensor cannot have constant data": (
        set_tensor(1, isVariable=True)
    ),
    r"tensors\[0\].*: buffer 0 must be empty": set_buffer(0, data=np.zeros(4, np.uint8)),
    r"buffers\[1\]: 4 bytes at offset 9999 run past the end": (
        set_buffer(1, data=None, offset=9999, size=4)
    ),
    r"buffers\[1\]: \d+ bytes at offset 18446744073709551615 run": (
        set_buffer(1, data=None, offset=2**64 - 1, size=2**64 - 1)
    ),
    r"operators\[0\]: opcode_index: there is no operator code 5, only 2": (
        set_operator(0, opcodeIndex=5)
    ),
    r"operators\[0\]: operator code -1 is negative": (
        set_code(builtinCode=-1, deprecatedBuiltinCode=-1)
    ),
    r"operators\[0\] CUSTOM: operator code 32 needs a custom_code": set_code(builtinCode=32),
    r"operators\[0\] ADD: has Conv2DOptions, expected AddOptions": set_operator(0, **CONV_2D),
    r"operators\[0\] ADD: inputs: there is no tensor 4, only 4": set_operator(0, inputs=[0, 4]),
    r"operators\[0\] ADD: inputs: there is no tensor -2": set_operator(0, inputs=[0, -2]),
    r"operators\[0\] ADD: outputs: there is no tensor -1": set_operator(0, outputs=[-1]),
    r"operators\[0\] ADD: reads tensor 3 'tensor_3', which nothing has produced yet": (
        set_operator(0, inputs=[0, 3])
    ),
    r"operators\[0\] ADD: reads tensor 2 'tensor_2', which nothing": set_operator(0, inputs=[2]),
    r"operators\[1\] MUL: writes tensor 2 .*, which operator 0 writes as well": (
        set_operator(1, outputs=[2])
    ),
    r"operators\[1\] MUL: writes tensor 0 .*, which is an input": set_operator(1, outputs=[0]),
    r"operators\[1\] MUL: writes tensor 1 'c', which is a constant": set_operator(1, outputs=[1]),
    r"subgraphs\[0\]: inputs: there is no tensor -1": set_graph(inputs=[-1]),
    r"subgraphs\[0\]: a tensor is listed twice among the inputs": set_graph(inputs=[0, 0]),
    r"subgraphs\[0\]: input tensor 1 'c' is a constant": set_graph(inputs=[0, 1]),
    r"subgraphs\[0\]: outputs: there is no tensor 4": set_graph(outputs=[4]),
    r"subgraphs\[0\]: output tensor 3 'tensor_3' is never produced": set_operator(1, outputs=[]),
    "subgraphs run each other in a circle: 0 -> 0": run_itself,
    r"operators\[2\] CALL_ONCE: subgraph: there is no subgraph 1, only 1": run_a_missing_one,
    r"signature_defs\[0\]: inputs: there is no tensor 9": name_a_missing_tensor,
    r"signature_defs\[0\]: subgraph_index: there is no subgraph 5": name_a_missing_subgraph,
    r"metadata\[0\]: buffer: there is no buffer 9": (
        set_model(metadata=[schema.MetadataT("note", 9)])
    ),
    r"'c'.quantization: scale 0 is nan, must be positive and finite": (
        set_scales(1, scale=[float("nan")])
    ),
    "quantization: scale 0 is inf, must be": set_scales(1, scale=[float("inf")]),
    "quantization: scale 0 is -0.5, must be": set_scales(1, scale=[-0.5]),
    "quantization: scale 0 is 0.0, must be": set_scales(1, scale=[0.0]),
    r"there are 3 scales, but dimension 1 of \(1, 4\) has 4": (
        set_scales(1, scale=[1.0] * 3, zeroPoint=[0] * 3, quantizedDimension=1)
    ),
    r"quantized_dimension is 2, but the shape is \(1, 4\)": (
        set_scales(1, scale=[1.0] * 4, zeroPoint=[0] * 4, quantizedDimension=2)
    ),
    "there are 4 scales but 3 zero points": (
        set_scales(1, scale=[1.0] * 4, zeroPoint=[0] * 3, quantizedDimension=1)
    ),
    r"zero point 128 is beyond INT8 \(-128 to 127\)": set_scales(0, zeroPoint=[128]),
}


@pytest.mark.parametrize("message", WRONG)
def test_a_meaningless_model_is_refused_with_its_place(message: str):
    model = chain()
    WRONG[message](model)
    with pytest.raises(InvalidModelError, match=message):
        read(model)


def test_the_only_dimension_is_the_quantized_one_whatever_the_file_says():
    """A bias of older converters has that of its weights, which no kernel reads."""
    model = chain()
    set_tensor(1, shape=[4])(model)
    set_scales(1, scale=[1.0] * 4, zeroPoint=[0] * 4, quantizedDimension=3)(model)
    found = read(model).subgraphs[0].tensors[1].quantization
    assert found is not None
    assert found.dimension == 0


@pytest.mark.filterwarnings("error")
def test_a_scale_that_signals_is_not_a_number():
    """NumPy warns of such bits where it sums or asks for any."""
    signalling = np.frombuffer(b"\x01\x00\x80\x7f", "<f4")
    model = chain()
    set_tensor(2, type=schema.TensorType.INT32)(model)
    set_scales(2, scale=signalling)(model)
    with pytest.raises(InvalidModelError, match="scale 0 is nan"):
        read(model)


GARBAGE: dict[str, Callable[[Any], None]] = {
    r"subgraphs\[0\]: expected SubGraphT, found NoneType": set_model(subgraphs=[None]),
    r"tensors\[1\] 'c': shape: expected a whole number, found str": set_tensor(1, shape=["a"]),
    r"shape: expected a list, found int": set_tensor(1, shape=4),
    r"tensors\[1\]: name: expected text, found int": set_tensor(1, name=4),
    r"type: expected a whole number, found str": set_tensor(1, type="INT8"),
    r"buffers\[1\]: data: expected uint8 bytes, found 1-D float32": (
        set_buffer(1, data=np.zeros(1, np.float32))
    ),
    r"data: expected bytes, found a number beyond 0 to 255": set_buffer(1, data=[0, 0, 0, 256]),
    "builtin_options_type says NONE, but it is AddOptionsT": set_operator(0, builtinOptionsType=0),
    r"CALL_ONCE: subgraph: expected a list, found str": run_nonsense,
    "source_indices: ": set_operator(0, source_indices=5),
}


@pytest.mark.parametrize("message", GARBAGE)
def test_what_a_hook_may_leave_behind_is_refused(message: str):
    model = chain()
    GARBAGE[message](model)
    with pytest.raises(InvalidModelError, match=message):
        view(model, "m")


def test_a_hook_may_use_plain_python_values():
    model = chain()
    model.buffers[1].data = [0, 1, 2, 255]
    model.subgraphs[0].tensors[1].shape = (1, 4)
    model.subgraphs[0].tensors[1].name = "changed"
    tensor = view(model, "m").subgraphs[0].tensors[1]
    assert (tensor.name, tensor.shape) == ("changed", (1, 4))
    assert tensor.data is not None
    assert tensor.data.tolist() == [0, 1, 2, 255]


def test_the_records_of_a_model():
    model = read(chain())
    graph = model.subgraphs[0]
    add, mul = graph.operators
    assert (model.version, graph.name, graph.inputs, graph.outputs) == (3, "main", (0,), (3,))
    assert (add.code, add.custom, add.inputs, add.outputs) == ("ADD", None, (0, 1), (2,))
    assert (add.source_indices, mul.source_indices) == ((0,), (1,))
    assert type(mul.options).__name__ == "MulOptionsT"
    y = graph.tensors[3]
    assert (y.type, y.shape, y.data, y.is_variable, y.sparse) == (
        "INT8",
        (1, 4),
        None,
        False,
        False,
    )
    assert y.quantization is not None
    assert (y.quantization.scale.tolist(), y.quantization.zero_point.tolist()) == ([0.5], [7])


def test_names_need_be_nothing_in_particular():
    m = ModelBuilder(name=None)
    for name in (None, "", "same", "same", "int", b"\xff\0x"):
        m.input((1,), name=name)
    names = [tensor.name for tensor in read(m.model()).subgraphs[0].tensors]
    assert names == [None, "", "same", "same", "int", "\\xff\0x"]


def test_the_larger_operator_code_counts():
    model = chain()
    model.operatorCodes[0].builtinCode = 0
    model.operatorCodes[0].deprecatedBuiltinCode = schema.BuiltinOperator.MAXIMUM
    model.subgraphs[0].operators[0].builtinOptions = None
    model.subgraphs[0].operators[0].builtinOptionsType = 0
    assert read(model).subgraphs[0].operators[0].code == "MAXIMUM"


def test_an_unknown_operator_is_named_by_its_number():
    model = chain()
    model.operatorCodes[0].builtinCode = 999
    assert read(model).subgraphs[0].operators[0].code == "BUILTIN_999"


def test_a_custom_operator_keeps_its_bytes():
    m = ModelBuilder()
    x, y = m.input((1,)), m.tensor((1,))
    m.custom("Odd", [x, None], [y], b"\1\2")
    operator = read(m.model()).subgraphs[0].operators[0]
    assert (operator.code, operator.custom, operator.inputs) == ("CUSTOM", "Odd", (0, -1))
    assert operator.custom_options is not None
    assert operator.custom_options.tobytes() == b"\1\2"


def test_weights_outside_the_flatbuffer_are_found():
    m = ModelBuilder()
    m.constant(np.arange(5, dtype=np.int16))
    m.constant(np.arange(3, dtype=np.int8))
    data = m.build(outside=True)
    first, second = view(parse(data, "m"), "m", data).subgraphs[0].tensors
    assert first.data is not None
    assert second.data is not None
    assert first.data.view(np.int16).tolist() == [0, 1, 2, 3, 4]
    assert second.data.tolist() == [0, 1, 2]


def test_a_tensor_of_no_bytes_is_a_constant_unless_something_feeds_it():
    m = ModelBuilder()
    x, empty, y = m.input((0,), "INT32"), m.constant(np.zeros(0, np.int32)), m.tensor((), "INT32")
    m.operator("RESHAPE", [x, empty], [y])
    tensors = read(m.model()).subgraphs[0].tensors
    assert [tensor.data is not None for tensor in tensors] == [False, True, False]


def test_quantization_is_what_integers_mean():
    m = ModelBuilder()
    m.constant(np.zeros((3, 2), np.int8), scale=[1, 2, 3], zero_point=[], name="no zero points")
    m.constant(np.zeros(2, np.float32), scale=1, name="float")
    m.constant(np.zeros(2, np.int32), scale=0, name="index")
    m.constant(np.zeros(2, np.int8), scale=1, dimension=3, name="dimension of one scale")
    channels, none, index, one = (t.quantization for t in read(m.model()).subgraphs[0].tensors)
    assert channels is not None
    assert channels.zero_point.tolist() == []
    assert (none, index) == (None, None)
    assert one is not None
    assert one.dimension == 0


def test_called_subgraphs_are_those_the_options_name():
    case = schema.StablehloCaseOptionsT(branchSubgraphIndices=[1, 3])
    branches = schema.IfOptionsT(thenSubgraphIndex=2, elseSubgraphIndex=1)
    assert (called_subgraphs(case), called_subgraphs(branches)) == ((1, 3), (2, 1))
    assert called_subgraphs(schema.StablehloCaseOptionsT()) == called_subgraphs(None) == ()


def test_signatures_and_metadata():
    m = ModelBuilder()
    x = m.input((1,))
    m.output(x)
    m.signature("serve", {"a": x}, {"b": x})
    m.metadata("note", b"text")
    model = read(m.model())
    assert model.signatures[0].key == "serve"
    assert (model.signatures[0].inputs, model.signatures[0].outputs) == ((("a", 0),), (("b", 0),))
    assert [(name, data.tobytes()) for name, data in model.metadata] == [("note", b"text")]


@pytest.mark.parametrize(
    ("break_it", "reason"),
    [
        (set_tensor(1, externalBuffer=1), "its bytes are in another file"),
        (set_tensor(2, isVariable=True), "its output tensor 2 'tensor_2' is a variable"),
    ],
)
def test_what_is_right_but_beyond_this_compiler(break_it: Callable[[Any], None], reason: str):
    model = chain()
    break_it(model)
    with pytest.raises(UnsupportedModelError, match=reason):
        read(model)


def test_tensors_together_fit_an_address_space():
    m = ModelBuilder()
    for _ in range(5):
        m.input((2**30,))
    with pytest.raises(InvalidModelError, match="its tensors take 5368709120 bytes"):
        read(m.model())


def test_every_option_table_belongs_to_an_operator():
    tables = {*OPTION_TYPES.values(), *OPTION_TYPES_2.values()} - {"NONE"}
    assert tables == {options_of(code) for code in OPERATORS.values()} - {None}


def test_sizes_follow_from_the_names():
    assert [bits_of(name) for name in ("INT4", "BFLOAT16", "FLOAT8_E5M2", "BOOL")] == [4, 16, 8, 8]
    assert [bits_of(name) for name in ("STRING", "RESOURCE", "VARIANT")] == [None, None, None]
    assert (byte_size((3, 3), "INT4"), byte_size((), "COMPLEX64")) == (5, 8)
    assert (integer_range("UINT16"), integer_range("FLOAT32")) == ((0, 65535), None)


@pytest.mark.skipif(not MODELS.is_dir(), reason="the real models are not beside the project")
def test_real_models_are_read():
    for path in sorted(MODELS.glob("*.tflite")):
        data = path.read_bytes()
        model = view(parse(data, path.name), path.name, data)
        assert model.subgraphs[0].operators
