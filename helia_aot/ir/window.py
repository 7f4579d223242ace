"""Windows that slide over height and width: one geometry for convolutions and pools.

Knows neither weights nor data types: where the taps fall, how many windows there are, what each
tap meets, and how all of that stands in a descriptor.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import DenseArrayBase, IntegerType

from helia_aot.ir.kernel import Field
from helia_aot.ir.padding import Padding
from helia_aot.ir.types import integers

Scalar = TypeVar("Scalar", bound=np.generic)

Pair = tuple[int, int]
"""A number for the height and one for the width."""

MAX_EXTENT = 0xFFFF
"""The longest window, step or padding that a descriptor holds (`uint16_t`)."""

WINDOW_FIELDS = (
    Field("input_h", "int32_t"),
    Field("input_w", "int32_t"),
    Field("output_h", "int32_t"),
    Field("output_w", "int32_t"),
    Field("kernel_h", "uint16_t"),
    Field("kernel_w", "uint16_t"),
    Field("stride_h", "uint16_t"),
    Field("stride_w", "uint16_t"),
    Field("pad_h", "uint16_t"),
    Field("pad_w", "uint16_t"),
)
DILATION_FIELDS = (Field("dilation_h", "uint16_t"), Field("dilation_w", "uint16_t"))

ONE = integers((1, 1))
"""The pair of a property that says nothing."""


def pair(numbers: DenseArrayBase[IntegerType]) -> Pair:
    """Height and width of a property; (0, 0), which nothing accepts, if they are not two."""
    h, w, *rest = (*numbers.get_values(), 0, 0)
    return (int(h), int(w)) if len(rest) == 2 else (0, 0)


@dataclass(frozen=True)
class Window:
    """The windows of one operator."""

    input: Pair
    """Height and width that they slide over."""
    taps: Pair
    strides: Pair
    padding: Padding
    dilations: Pair = (1, 1)

    @property
    def extent(self) -> Pair:
        """What a window spans, the gaps of the dilation included."""
        (kh, kw), (dh, dw) = self.taps, self.dilations
        return (kh - 1) * dh + 1, (kw - 1) * dw + 1

    @property
    def output(self) -> Pair:
        """How many windows there are."""
        h, w = (self.padding.output_size(*axis) for axis in self._axes)
        return h, w

    @property
    def before(self) -> Pair:
        """Padded elements ahead of the first row and column."""
        h, w = (self.padding.before(*axis) for axis in self._axes)
        return h, w

    @property
    def _axes(self) -> Iterator[tuple[int, int, int, int]]:
        return zip(self.input, self.taps, self.strides, self.dilations, strict=True)

    def problem(self) -> str | None:
        """Why no kernel can slide it; None for a sound one."""
        for name, pair in (("window", self.taps), ("stride", self.strides)):
            if min(pair) < 1 or max(pair) > MAX_EXTENT:
                return f"{name} is {pair[0]}x{pair[1]}"
        if min(self.dilations) < 1:
            return f"dilation is {self.dilations[0]}x{self.dilations[1]}"
        if max(self.extent) > MAX_EXTENT:
            return f"the window spans {self.extent[0]}x{self.extent[1]}"
        if min(self.output) < 1:
            (h, w), (eh, ew) = self.input, self.extent
            return f"the input is {h}x{w}, smaller than the window of {eh}x{ew}"
        return None

    def taps_of(
        self, x: NDArray[Scalar], fill: float
    ) -> Iterator[tuple[int, int, NDArray[Scalar]]]:
        """For every tap of an NHWC array: row, column, and the (batch, windows, channels) elements
        that it meets, `fill` where it stands on padding."""
        (oh, ow), (sh, sw), (dh, dw) = self.output, self.strides, self.dilations
        last = (oh - 1) * sh + self.extent[0], (ow - 1) * sw + self.extent[1]
        around = [
            (before, max(0, end - before - size))
            for before, end, size in zip(self.before, last, self.input, strict=True)
        ]
        padded = np.pad(x, [(0, 0), *around, (0, 0)], constant_values=fill)
        for ky, kx in np.ndindex(*self.taps):
            rows = slice(ky * dh, ky * dh + (oh - 1) * sh + 1, sh)
            columns = slice(kx * dw, kx * dw + (ow - 1) * sw + 1, sw)
            yield ky, kx, padded[:, rows, columns]

    def numbers(self) -> dict[str, int]:
        """The `WINDOW_FIELDS` of a descriptor."""
        pairs = {
            "input": self.input,
            "output": self.output,
            "kernel": self.taps,
            "stride": self.strides,
            "pad": self.before,
        }
        return {f"{name}_{axis}": n for name, p in pairs.items() for axis, n in zip("hw", p)}  # noqa: B905

    def dilation_numbers(self) -> dict[str, int]:
        """The `DILATION_FIELDS` of a descriptor."""
        return {"dilation_h": self.dilations[0], "dilation_w": self.dilations[1]}
