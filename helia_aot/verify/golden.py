"""Files of inputs and expected outputs: reading every naming, writing one. Knows no oracle's code.

| inputs | expected | cases |
|---|---|---|
| `input_<i>` | `output_<i>` | own shape: one; one leading axis more: that many in sequence |
| `in<case>_<i>` | `tflm<case>_<i>`, `ref<case>_<i>` | numbered from 0 |
| `in<i>` | `tflm<i>`, `ref<i>` | own shape: one; one leading axis more: that many in sequence |
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from helia_aot.errors import ConfigError, VerificationError
from helia_aot.verify.inputs import Batch
from helia_aot.verify.subject import Array, Port, Subject

Source = Literal["output", "tflm", "ref"]
"""Who computed the expected outputs; `output` says nothing about that."""


@dataclass(frozen=True)
class Golden:
    """The content of a file; the cases are the leading axis of every array."""

    batch: Batch
    expected: Mapping[Source, tuple[Array, ...]]
    """One array per output; at least one source."""


@dataclass(frozen=True)
class _Naming:
    """One of the namings: names are made by replacing {i} and, where it has one, {case}."""

    inputs: str
    expected: Mapping[Source, str]

    @property
    def numbered(self) -> bool:
        """Whether every case has arrays of its own."""
        return "{case}" in self.inputs


_PLAIN = _Naming("input_{i}", {"output": "output_{i}"})
_NUMBERED = _Naming("in{case}_{i}", {"tflm": "tflm{case}_{i}", "ref": "ref{case}_{i}"})
_SINGLE = _Naming("in{i}", {"tflm": "tflm{i}", "ref": "ref{i}"})
_NAMINGS = (_PLAIN, _NUMBERED, _SINGLE)


def read_golden(path: Path, subject: Subject) -> Golden:
    """The cases of a file; VerificationError names an array that is missing or of another shape."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays: dict[str, Array] = {name: file[name] for name in file.files}
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    except (ValueError, EOFError, TypeError, zipfile.BadZipFile) as error:
        raise VerificationError(f"{path}: cannot be read as .npz: {error}") from error
    return _Reader(str(path), arrays, subject).golden()


def write_golden(path: Path, subject: Subject, batch: Batch, outputs: Sequence[Array]) -> None:
    """Inputs and outputs as `input_<i>` and `output_<i>`: one case in the tensor's own shape."""
    arrays = {f"input_{i}": a for i, a in enumerate(batch.arrays)}
    arrays |= {f"output_{i}": a for i, a in enumerate(outputs)}
    single = batch.count == 1
    named = {name: a[0] if single else a for name, a in arrays.items()}
    try:
        with path.open("wb") as file:  # given a name, savez would append a suffix
            np.savez(file, allow_pickle=False, **named)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error


class _Reader:
    def __init__(self, path: str, arrays: Mapping[str, Array], subject: Subject):
        self.path = path
        self.arrays = arrays
        self.subject = subject
        self.naming = self.find_naming()

    def golden(self) -> Golden:
        inputs = self.group(self.naming.inputs, self.subject.inputs)
        expected: dict[Source, tuple[Array, ...]] = {
            source: self.group(template, self.subject.outputs)
            for source, template in self.naming.expected.items()
            if any(self.matching(template))
        }
        if not expected:
            wanted = " or ".join(t.format(case=0, i=0) for t in self.naming.expected.values())
            raise self.error(f"expected outputs are missing: there is no {wanted}")
        counts = {len(a) for a in (*inputs, *(a for g in expected.values() for a in g))}
        if len(counts) > 1:
            raise self.error(f"arrays differ in their number of cases: {sorted(counts)}")
        return Golden(Batch(counts.pop(), inputs), expected)

    def find_naming(self) -> _Naming:
        """The first naming that any array follows; extra arrays of other names do not matter."""
        for naming in _NAMINGS:
            templates = (naming.inputs, *naming.expected.values())
            if any(name for t in templates for name in self.matching(t)):
                return naming
        has = ", ".join(self.arrays) or "nothing"
        raise self.error(f"no array is named input_0, in0_0 or in0; it has {has}")

    def matching(self, template: str) -> Iterator[dict[str, int]]:
        """The numbers in the names that follow a template."""
        pattern = template.replace("{i}", r"(?P<i>\d+)").replace("{case}", r"(?P<case>\d+)")
        for name in self.arrays:
            if found := re.fullmatch(pattern, name):
                yield {key: int(value) for key, value in found.groupdict().items()}

    def group(self, template: str, ports: Sequence[Port]) -> tuple[Array, ...]:
        """One array per port, the cases as leading axis."""
        numbers = list(self.matching(template))
        beyond = [n for n in numbers if n["i"] >= len(ports)]
        if beyond:
            what = "inputs" if ports is self.subject.inputs else "outputs"
            name = template.format(**beyond[0])
            raise self.error(f"{name}: {self.subject.name} has {len(ports)} {what}")
        if not self.naming.numbered:
            return tuple(self.stacked(template.format(i=i), p) for i, p in enumerate(ports))
        cases = 1 + max(n["case"] for n in [*numbers, {"case": 0}])
        return tuple(
            np.stack([self.single(template.format(case=c, i=i), p) for c in range(cases)])
            for i, p in enumerate(ports)
        )

    def stacked(self, name: str, port: Port) -> Array:
        array = self.array(name, port)
        if array.shape == port.shape:
            return array[None]
        if array.ndim == len(port.shape) + 1 and array.shape[1:] == port.shape and len(array):
            return array
        more = ", ".join(("cases", *map(str, port.shape)))
        raise self.wrong_shape(name, array, f"{list(port.shape)} or [{more}]")

    def single(self, name: str, port: Port) -> Array:
        array = self.array(name, port)
        if array.shape != port.shape:
            raise self.wrong_shape(name, array, f"{list(port.shape)}")
        return array

    def array(self, name: str, port: Port) -> Array:
        if name not in self.arrays:
            raise self.error(f"{name} is missing: expected {port.text} for {port.name}")
        array = self.arrays[name]
        if array.dtype != port.dtype:
            raise self.error(f"{name} is {array.dtype}, expected {port.text} for {port.name}")
        return array

    def wrong_shape(self, name: str, array: Array, expected: str) -> VerificationError:
        return self.error(f"{name} has shape {list(array.shape)}, expected {expected}")

    def error(self, text: str) -> VerificationError:
        return VerificationError(f"{self.path}: {text}")
