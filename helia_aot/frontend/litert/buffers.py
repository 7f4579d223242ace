"""Third step: bytes of a model's buffers, inside and outside the flatbuffer. Knows no tensor."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from helia_aot.frontend.litert.objects import BufferT, ModelT
from helia_aot.frontend.place import Place
from helia_aot.frontend.values import integer, raw

Bytes = npt.NDArray[np.uint8]
"""A block of bytes."""

_PLACEHOLDER = 1
"""An offset of 0 or 1 means that the bytes stand in the buffer itself."""


class Buffers:
    """The buffers of one model, by index. Buffer 0 is the empty one by convention."""

    def __init__(self, model: ModelT, data: bytes | memoryview, place: Place):
        self._buffers: list[BufferT] = place.objects("buffers", model.buffers, "BufferT")
        self._file = np.frombuffer(data, np.uint8)
        self._place = place

    def get(self, index: int, user: Place) -> Bytes:
        """Bytes of a buffer that `user` refers to; empty where it has none."""
        if index == 0 and not self._buffers:
            return raw(None)
        user.index("buffer", index, len(self._buffers), "buffer")
        return self._read(self._buffers[index], self._place.inner(f"buffers[{index}]"))

    def _read(self, buffer: BufferT, place: Place) -> Bytes:
        data = place.read("data", raw, buffer.data)
        offset = place.read("offset", integer, buffer.offset)
        if len(data) or offset <= _PLACEHOLDER:
            return data
        return self.outside(offset, place.read("size", integer, buffer.size), place)

    def outside(self, offset: int, size: int, place: Place) -> Bytes:
        """Bytes that stand elsewhere in the file."""
        if offset < 0 or size < 0 or offset + size > len(self._file):
            raise place.fail(
                f"{size} bytes at offset {offset} run past the end ({len(self._file)} bytes)"
            )
        return raw(self._file[offset : offset + size])
