"""Windows that slide over height and width: one geometry for convolutions and pools.

Knows neither weights nor data types: where the taps fall, how many windows there are, what each
tap meets, and how all of that stands in a descriptor.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.padding import Padding
from helia_aot.kernels.kernel import Field

Scalar = TypeVar("Scalar", bound=np.generic)

Pair = tuple[int, int]
"""A number for the height and one for the width."""

Pads = tuple[int, int, int, int]
"""Explicit padding: elements above, below, to the left and to the right of an image."""

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

NO_PADS = (0, 0, 0, 0)


class Window(NamedTuple):
    """The windows of one operator."""

    input: Pair
    """Height and width that they slide over."""
    taps: Pair
    strides: Pair
    padding: Padding
    dilations: Pair = (1, 1)
    pads: Pads = NO_PADS
    """Laid around the input before the padding scheme sees it."""

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
        """Padded elements ahead of the first row and column, of both kinds."""
        top, _, left, _ = self.pads
        h, w = (self.padding.before(*axis) for axis in self._axes)
        return h + top, w + left

    @property
    def scheme_pads(self) -> bool:
        """Whether the padding scheme adds elements of its own, on any side."""
        ahead = self.before != self.pads[::2]
        ends = zip(self._sizes, self.output, self.strides, self.extent, strict=True)
        return ahead or any((n - 1) * stride + reach > size for size, n, stride, reach in ends)

    @property
    def _sizes(self) -> Pair:
        """Height and width of what the padding scheme sees."""
        (h, w), (top, bottom, left, right) = self.input, self.pads
        return h + top + bottom, w + left + right

    @property
    def _axes(self) -> Iterator[tuple[int, int, int, int]]:
        return zip(self._sizes, self.taps, self.strides, self.dilations, strict=True)

    def problem(self) -> str | None:
        """Why no kernel can slide it; None for a sound one."""
        for name, pair in (("window", self.taps), ("stride", self.strides)):
            if min(pair) < 1 or max(pair) > MAX_EXTENT:
                return f"{name} is {pair[0]}x{pair[1]}"
        if min(self.pads) < 0:
            return "the explicit padding is not four numbers of at least 0"
        if min(self.dilations) < 1:
            return f"dilation is {self.dilations[0]}x{self.dilations[1]}"
        if max(self.extent) > MAX_EXTENT:
            return f"the window spans {self.extent[0]}x{self.extent[1]}"
        if min(self.output) < 1:
            (h, w), (eh, ew) = self._sizes, self.extent
            return f"the input is {h}x{w}, smaller than the window of {eh}x{ew}"
        return self._stray()

    def _stray(self) -> str | None:
        """A window that explicit padding keeps from the input: no kernel expects one."""
        if self.pads == NO_PADS:
            return None
        axes = zip(self.input, self.before, self.extent, self.output, self.strides, strict=True)
        stray = any(
            before >= extent or (count - 1) * stride - before >= size
            for size, before, extent, count, stride in axes
        )
        return f"a window lies on the padding of {list(self.pads)} alone" if stray else None

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
