"""The sizes of a convolution as DSP kernels walk it: runs, steps, borders, scratch.

Knows no weights, no layout of them and no record.
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from helia_aot.kernels.window import Window

SIZES = (
    *("batches", "in_h", "in_w", "in_c", "out_h", "out_w", "out_c"),
    *("kernel_h", "stride_h", "stride_w", "dilation_h", "dilation_w"),
)
"""Sizes that descriptors have under their own names."""
PADS = ("pad_h", "pad_w")

_PADDED_LIMIT = 4096
"""Bytes of a padded copy of the input that still pay."""
_PADDED_RUN = 16
"""Runs of more bytes than this are rather clipped one by one at the border."""


class ConvShape(NamedTuple):
    """The sizes of a convolution over NHWC; pads are those above and to the left."""

    batches: int
    in_h: int
    in_w: int
    in_c: int
    out_h: int
    out_w: int
    out_c: int
    kernel_h: int
    kernel_w: int
    stride_h: int = 1
    stride_w: int = 1
    dilation_h: int = 1
    dilation_w: int = 1
    pad_h: int = 0
    pad_w: int = 0
    exchanged: bool = False
    """Whether this is a convolution along the height, seen as one along the width."""
    parts: int = 1
    """Parts that the steps are cut into."""

    @classmethod
    def of(cls, input: tuple[int, ...], window: Window, channels: int) -> Self:
        """The sizes of a convolution of an NHWC input by a window."""
        batches, in_h, in_w, in_c = input
        (out_h, out_w), (kernel_h, kernel_w) = window.output, window.taps
        (stride_h, stride_w), (dilation_h, dilation_w) = window.strides, window.dilations
        pad_h, pad_w = window.before
        return cls(
            batches=batches,
            in_h=in_h,
            in_w=in_w,
            in_c=in_c,
            out_h=out_h,
            out_w=out_w,
            out_c=channels,
            kernel_h=kernel_h,
            kernel_w=kernel_w,
            pad_h=pad_h,
            pad_w=pad_w,
            stride_h=stride_h,
            stride_w=stride_w,
            dilation_h=dilation_h,
            dilation_w=dilation_w,
        )

    @property
    def covered(self) -> bool:
        """Whether the window is the whole input: then every batch is a row of a matrix product."""
        whole = (self.in_h, self.in_w) == (self.kernel_h, self.kernel_w)
        return whole and self.out_h * self.out_w == 1 and not (self.pad_h or self.pad_w)

    @property
    def span(self) -> int:
        """Pixels of a run of contiguous input."""
        return self.kernel_w if self.dilation_w == 1 else 1

    @property
    def runs_w(self) -> int:
        return self.kernel_w // self.span

    @property
    def run(self) -> int:
        return self.span * self.in_c

    @property
    def tail(self) -> bool:
        """Whether runs leave one byte to a tail of their own."""
        return self.run % 4 == 1

    @property
    def words(self) -> int:
        return self.run // 4 if self.tail else -(-self.run // 4)

    @property
    def reach(self) -> tuple[int, int]:
        h = (self.kernel_h - 1) * self.dilation_h + 1
        return h, (self.kernel_w - 1) * self.dilation_w + 1

    @property
    def padded(self) -> tuple[int, int]:
        """Size of the padded copy of an image that all columns lie in; zero where none is made."""
        (reach_h, reach_w), zero = self.reach, (0, 0)
        h = (self.out_h - 1) * self.stride_h + reach_h
        w = (self.out_w - 1) * self.stride_w + reach_w
        border = self.pad_h or self.pad_w or h > self.in_h or w > self.in_w
        small = self.run <= _PADDED_RUN and h * w * self.in_c <= _PADDED_LIMIT
        return (h, w) if border and small else zero

    def order(self) -> NDArray[np.intp]:
        """Tap (in kernel height, width, channels) of both halves of every step; -1 is none."""
        found = self._taps()
        return np.pad(found, ((0, self.steps - len(found)), (0, 0)), constant_values=-1)

    def _taps(self) -> NDArray[np.intp]:
        tap = np.arange(self.kernel_h * self.kernel_w * self.in_c).reshape(
            self.kernel_h, self.runs_w, self.run
        )
        runs = tap.transpose(1, 0, 2).reshape(-1, self.run)
        bytes_ = 4 * self.words
        whole = np.full((len(runs), max(bytes_, self.run)), -1)
        whole[:, : self.run] = runs
        words = whole[:, :bytes_].reshape(-1, 4)[:, [0, 2, 1, 3]].reshape(-1, 2)
        if not self.tail:
            return words
        tail = np.full(-(-len(runs) // 4) * 4, -1)
        tail[: len(runs)] = whole[:, bytes_]
        return np.concatenate([words, tail.reshape(-1, 2)])

    @property
    def part_steps(self) -> int:
        """Steps of a part, even."""
        runs = self.kernel_h * self.runs_w
        taken = 2 * self.words * runs + (2 * -(-runs // 4) if self.tail else 0)
        return 2 * -(-taken // (2 * self.parts))

    @property
    def steps(self) -> int:
        return self.parts * self.part_steps

    @property
    def pointwise(self) -> bool:
        """Whether positions of the input and of the output are the same."""
        plain = (self.kernel_h, self.kernel_w, self.stride_h, self.stride_w) == (1, 1, 1, 1)
        return plain and (self.in_h, self.in_w) == (self.out_h, self.out_w)

    def flat(self) -> "ConvShape":
        """The same convolution with its rows as long as can be; taps keep their order."""
        if self.pointwise:
            n = self.batches * self.in_h * self.in_w
            return self._replace(batches=1, in_h=1, in_w=n, out_h=1, out_w=n)
        if self.in_w == self.kernel_w == self.out_w == 1 and self.pad_w == 0:
            return self._replace(
                **{"in_h": 1, "in_w": self.in_h, "out_h": 1, "out_w": self.out_h},
                **{"kernel_h": 1, "kernel_w": self.kernel_h, "pad_h": 0, "pad_w": self.pad_h},
                **{"stride_h": 1, "stride_w": self.stride_h},
                **{"dilation_h": 1, "dilation_w": self.dilation_h, "exchanged": True},
            )
        return self

    def scratch(self, sums: int, copied: bool) -> int:
        """Columns, a run of zero points, three clipped runs, the padded image, three columns of
        sums, three of output."""
        run = self.run + -self.run % 4
        h, w = self.padded
        image = h * w * self.in_c + 3
        size = 12 * self.steps + 4 * run
        size += (image + -image % 4) if h else 0
        size += 12 * sums
        return size + (3 * (self.out_c + 1) if copied else 0)

    def numbers(self) -> dict[str, int]:
        reach_h, reach_w = self.reach
        padded_h, padded_w = self.padded
        last = (self.runs_w - 1) * self.dilation_w * self.in_c + max(4 * self.words, self.run)
        own = {name: getattr(self, name) for name in (*SIZES, *PADS)}
        return own | {
            "reach_h": reach_h,
            "reach_w": reach_w,
            "padded_h": padded_h,
            "padded_w": padded_w,
            "steps": self.steps,
            "part_steps": self.part_steps,
            "words": self.words,
            "span": self.span,
            "run_bytes": self.run + -self.run % 4,
            "last_read": last,
            "runs_w": self.runs_w,
            "tail": int(self.tail),
            "exchanged": int(self.exchanged),
        }
