"""Malformed bytes are refused with what and where; nothing crashes, hangs or grows."""

import cProfile
import random
import struct
import time
from collections.abc import Callable

import numpy as np
import pytest

from helia_aot.errors import HeliaError, InvalidModelError
from helia_aot.frontend.litert import bytes as flatbuffer
from helia_aot.frontend.litert.objects import LAYOUTS, ROOT
from helia_aot.frontend.litert.view import read
from tests.model_builder import ModelBuilder, schema

TABLES = (b"TFL3", ROOT, LAYOUTS)


def small_model() -> bytes:
    """A model with every structural table but the sparse ones."""
    m = ModelBuilder()
    x = m.input((1, 4), "INT8", scale=0.5, signature=(-1, 4))
    w = m.constant(np.arange(8, dtype=np.int8).reshape(2, 4), scale=[0.25, 0.5])
    y = m.tensor((1, 2), "INT8", scale=1.0)
    m.operator("FULLY_CONNECTED", [x, w, None], [y], fused_activation_function="RELU")
    m.output(y)
    m.signature("serving", {"in": x}, {"out": y})
    m.metadata("note", b"text")
    return m.build()


SMALL = small_model()


def reads_or_refuses(data: bytes) -> bool:
    """Whether `data` is read; any error but the two kinds of refusal escapes."""
    try:
        read(data, "m")
    except HeliaError:
        return False
    return True


def table_at(data: bytes, position: int) -> Callable[[int], int]:
    """Gives the position of a table's field by number, 0 if absent."""
    vtable = position - struct.unpack_from("<i", data, position)[0]

    def place(number: int) -> int:
        offset = struct.unpack_from("<H", data, vtable + 4 + 2 * number)[0]
        return position + offset if offset else 0

    return place


def follow(data: bytes, place: int) -> int:
    return place + struct.unpack_from("<I", data, place)[0]


def patched(data: bytes, form: str, place: int, value: int) -> bytes:
    changed = bytearray(data)
    struct.pack_into(form, changed, place, value)
    return bytes(changed)


def first_tensor(data: bytes) -> int:
    """Position of subgraphs[0].tensors[0]."""
    subgraphs = follow(data, table_at(data, follow(data, 0))(2))
    tensors = follow(data, table_at(data, follow(data, subgraphs + 4))(0))
    return follow(data, tensors + 4)


TENSOR = first_tensor(SMALL)
SHAPE = follow(SMALL, table_at(SMALL, TENSOR)(0))
NAME = follow(SMALL, table_at(SMALL, TENSOR)(3))
VTABLE = TENSOR - struct.unpack_from("<i", SMALL, TENSOR)[0]

MALFORMED = {
    "the file is empty": b"",
    "8 bytes are too few": b"\0\0\0\0TFL3",
    "not a LiteRT model: bytes 4 to 7 are b'e a '": b"There a text file begins, and goes on.",
    "not a LiteRT model: bytes 4 to 7 are": b"\0" + SMALL,
    "root table: reference at offset 0 runs past the end": patched(SMALL, "<I", 0, 2**31),
    "root table: misaligned": patched(SMALL, "<I", 0, 13),
    "root table: the reference at offset 0 refers to itself": patched(SMALL, "<I", 0, 0),
    r"subgraphs\[0\].tensors\[0\].shape: vector of 4294967295 elements at offset \d+ runs past": (
        patched(SMALL, "<I", SHAPE, 2**32 - 1)
    ),
    r"subgraphs\[0\].tensors\[0\].name: string of 4294967295 bytes": (
        patched(SMALL, "<I", NAME, 2**32 - 1)
    ),
    r"tensors\[0\].name: string of 8 bytes at offset \d+ has no zero end": (
        patched(SMALL, "B", NAME + 12, 1)
    ),
    r"subgraphs\[0\].tensors\[0\]: vtable at offset -?\d+ is outside": (
        patched(SMALL, "<i", TENSOR, -(2**30))
    ),
    r"subgraphs\[0\].tensors\[\d\]: misaligned vtable of 5 bytes": (
        patched(SMALL, "<H", VTABLE, 5)
    ),
    r"subgraphs\[0\].tensors\[\d\]: vtable at offset \d+ is too small": (
        patched(SMALL, "<H", VTABLE, 2)
    ),
    r"subgraphs\[0\].tensors\[\d\]: vtable of 65534 bytes at offset \d+ runs past": (
        patched(SMALL, "<H", VTABLE, 65534)
    ),
    r"subgraphs\[0\].tensors\[\d\]: table of 65532 bytes at offset \d+ runs past": (
        patched(SMALL, "<H", VTABLE + 2, 65532)
    ),
    r"subgraphs\[0\].tensors\[\d\].shape: 4 bytes at 60000 in a table of \d+ bytes": (
        patched(SMALL, "<H", VTABLE + 4, 60000)
    ),
    r"subgraphs\[0\].tensors\[\d\].shape: misaligned: 4 bytes at offset": (
        patched(SMALL, "<H", VTABLE + 4, 5)
    ),
}


@pytest.mark.parametrize("message", MALFORMED)
def test_malformed_bytes_are_refused_with_their_place(message: str):
    with pytest.raises(InvalidModelError, match=f"^model.tflite: .*{message}"):
        read(MALFORMED[message], "model.tflite")


def test_every_truncation_is_refused_or_read():
    assert reads_or_refuses(SMALL)
    assert not any(reads_or_refuses(SMALL[:length]) for length in range(len(SMALL) // 2))
    for length in range(len(SMALL) // 2, len(SMALL)):
        reads_or_refuses(SMALL[:length])


@pytest.mark.parametrize("seed", range(4))
def test_mutated_bytes_are_refused_or_read_in_time(seed: int):
    randomness = random.Random(seed)
    for _ in range(500):
        data = bytearray(SMALL)
        for _ in range(randomness.choice((1, 1, 2, 8))):
            place = randomness.randrange(len(data))
            data[place] = randomness.choice((0, 1, 0x7F, 0x80, 0xFF, data[place] ^ 1))
        started = time.process_time()
        reads_or_refuses(bytes(data))
        assert time.process_time() - started < 10, "a hang, not a slow machine"


def fan_out(field: int, count: int) -> bytes:
    """A table, 24 bytes in, whose vector `field` leads `count` times to what follows it."""
    slots = [0] * field + [4]
    vtable = struct.pack(f"<2H{len(slots)}H", 4 + 2 * len(slots), 8, *slots).rjust(24, b"\0")
    table = struct.pack("<iI", 4 + 2 * len(slots), 4)
    offsets = [4 * (count - index) + 24 for index in range(count)]
    return vtable + table + struct.pack(f"<{count + 1}I", count, *offsets)


def test_shared_offsets_cannot_amplify():
    """10 000 times the same subgraph, with 10 000 times the same tensor, from 80 kB."""
    subgraphs, tensors, empty = 2, 0, struct.pack("<20xHHi", 4, 4, 4)
    body = fan_out(subgraphs, 10_000) + fan_out(tensors, 10_000) + empty
    data = struct.pack("<I4s", 8 + 24, b"TFL3") + body
    flatbuffer.read(
        struct.pack("<I4s", 8 + 24, b"TFL3") + fan_out(subgraphs, 1) + empty, "m", *TABLES
    )
    with pytest.raises(InvalidModelError, match="shared offsets make over 2 times"):
        flatbuffer.read(data, "m", *TABLES)


def test_sharing_a_name_is_no_amplification():
    m = ModelBuilder()
    for _ in range(200):
        m.tensor((1, 2, 3, 4), name="the very same and rather long name of a tensor")
    assert reads_or_refuses(m.build())


def test_reading_is_linear_in_the_operators():
    def calls(count: int) -> int:
        """Function calls, which do not depend on the machine as seconds do."""
        m = ModelBuilder()
        x = m.input((1, 4))
        for _ in range(count):
            y = m.tensor((1, 4))
            m.operator("ADD", [x, x], [y])
            x = y
        m.output(x)
        data = m.build()
        counter = cProfile.Profile(builtins=False)
        counter.runcall(flatbuffer.read, data, "m", *TABLES)
        return sum(int(entry.callcount) for entry in counter.getstats())

    calls(10)
    assert calls(2000) < 11 * calls(200)


def test_weights_are_not_copied():
    m = ModelBuilder()
    m.constant(np.arange(4096, dtype=np.int8).reshape(64, 64))
    data = m.build()
    tensor = read(data, "m").subgraphs[0].tensors[0]
    assert tensor.data is not None
    assert np.shares_memory(tensor.data, np.frombuffer(data, np.uint8))
    assert not tensor.data.flags.writeable


def test_a_layout_tells_kinds_apart():
    fields = {f.name: f for name in ("Model", "Operator", "Buffer") for f in LAYOUTS[name].fields}
    found = {name: (f.slot, f.kind, f.size, f.target, f.default) for name, f in fields.items()}
    assert [found[n] for n in ("version", "description", "subgraphs", "metadataBuffer")] == [
        (4, "number", 4, "", 0),
        (10, "string", 4, "", None),
        (8, "tables", 4, "SubGraph", None),
        (14, "numbers", 4, "", None),
    ]
    assert found["builtinOptions"] == (12, "union", 4, "BuiltinOptions", None)
    assert found["builtinOptionsType"] == (10, "number", 1, "", 0)
    assert [found[n] for n in ("data", "offset")] == [
        (4, "bytes", 4, "", None),
        (6, "number", 8, "", 0),
    ]
    assert [fields[n].element for n in ("data", "metadataBuffer", "subgraphs")] == [1, 4, 4]
    tensor = {f.name: f for f in LAYOUTS["Tensor"].fields}
    assert (tensor["quantization"].kind, tensor["quantization"].target) == (
        "table",
        "QuantizationParameters",
    )


def test_a_layout_is_learned_once():
    assert LAYOUTS["Conv2DOptions"] is LAYOUTS["Conv2DOptions"]
    assert LAYOUTS["Conv2DOptions"].defaults["dilationWFactor"] == 1
    assert LAYOUTS["DequantizeOptions"].fields == ()


def test_a_layout_has_one_field_per_slot():
    names = [name for name in dir(schema) if hasattr(getattr(schema, name), "GetRootAs")]
    assert len(names) > 140
    for name in names:
        slots = [field.slot for field in LAYOUTS[name].fields]
        assert len(set(slots)) == len(slots)
