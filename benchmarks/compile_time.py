"""What a conversion costs, as multiples of starting Python with numpy and xDSL.

Ratios, because seconds differ from machine to machine. Run: python benchmarks/compile_time.py
[MODEL ...]; without models, the digits and two chains of operators.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.model_builder import ModelBuilder

DIGITS = Path(__file__).parents[1] / "examples" / "digits" / "digits.tflite"
REPEATS = 9
START = [sys.executable, "-c", "import numpy, xdsl.ir"]


def best(*commands: list[str]) -> list[float]:
    """Seconds of the fastest run of each; they take turns, since a machine changes its pace."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(REPEATS):
        for command, taken in zip(commands, times, strict=True):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            taken.append(time.perf_counter() - start)
    return list(map(min, times))


def convert(model: Path, platform: str, directory: Path) -> list[str]:
    command = [sys.executable, "-m", "helia_aot", "convert", str(model), "--quiet"]
    return [*command, "-o", str(directory / "m"), "--target.platform", platform]


def chain(length: int) -> bytes:
    """That many RELU operators in a row."""
    m = ModelBuilder()
    value = m.input((1, 16), "INT8", scale=0.5, zero_point=0)
    for _ in range(length):
        following = m.tensor((1, 16), "INT8", scale=0.5, zero_point=0)
        m.operator("RELU", [value], [following])
        value = following
    m.output(value)
    return m.build()


def show(name: str, commands: list[list[str]]) -> None:
    first, second = best(*commands)
    print(f"{name:40} {second / first:6.2f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for model in map(Path, sys.argv[1:] or [str(DIGITS)]):
            for platform in ("generic", "mps2-an386", "mps3-an547"):
                show(f"{model.stem} for {platform}", [START, convert(model, platform, directory)])
        chains: list[list[str]] = []
        for length in (1000, 10000):
            path = directory / f"chain{length}.tflite"
            path.write_bytes(chain(length))
            chains.append(convert(path, "generic", directory))
        show("10,000 operators against 1,000", chains)


if __name__ == "__main__":
    main()
