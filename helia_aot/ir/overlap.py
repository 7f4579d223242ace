"""How far the output of a kernel call may run into an input that nothing reads afterwards.

    address --->

              input
              |------------------------------|
        output
        |--------------------------------|
        <---->
        in_start - out_start

A contract names an input and a distance: the call gives the same bytes as with tensors apart
wherever `in_start - out_start >= distance`, the input's bytes being lost. Distance 0 is in place,
or with the output anywhere ahead of that. A positive one says how far the output has to begin ahead
of the input, because the kernel would else overwrite what it still has to read. A negative one says
that the output may begin behind the input's start: -4 that the first four bytes of the input have
been read for the last time when the first byte of the output is written.

So it says three things: no byte of the input is read, by any body of the signature on any core,
after a byte of the output has been written to its place; that this is so for every larger distance
too; and nothing of other inputs, constants or scratch, with each of which the output shares no byte
unless another contract of the call says so. A call that reads one tensor twice needs a contract for
both. No contract for an input: never share a byte with it.

Knows sizes, and no kernel: which contract a call has is said by the record of its descriptor.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Overlap(NamedTuple):
    """One contract of a call."""

    input: int
    """Position of the input among those of the call."""
    distance: int
    """Bytes from the start of the output to that of the input, at least; see above."""


def permits(distance: int, output: int, input: int) -> bool:
    """Whether a contract of that distance allows these starts."""
    return input - output >= distance


def problems(
    overlaps: Sequence[Overlap], inputs: Sequence[int], outputs: Sequence[int]
) -> Iterator[str]:
    """What is wrong with the contracts of a call, in words; by the bytes of its tensors."""
    if overlaps and len(outputs) != 1:
        yield f"overlap is for calls of one output, this one has {len(outputs)}"
        return
    given = [o.input for o in overlaps]
    if given != sorted(set(given)):
        yield f"overlap is for the inputs {given}, should be for each once, ascending"
    for overlap in overlaps:
        if not 0 <= overlap.input < len(inputs):
            yield f"overlap is for input {overlap.input}, there are {len(inputs)}"
            continue
        least, most = 1 - inputs[overlap.input], outputs[0] - 1
        if not least <= overlap.distance <= most:
            yield (
                f"overlap with input {overlap.input} has distance {overlap.distance},"
                f" should be {least} to {most}: beyond that no byte is shared"
            )
