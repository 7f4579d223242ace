"""What a conversion costs, as multiples of starting Python with numpy and xDSL.

Ratios, because seconds differ from machine to machine. Run: python benchmarks/compile_time.py
[MODEL ...]; without models, the digits and two chains of operators.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.model_builder import ModelBuilder

DIGITS = Path(__file__).parents[1] / "examples" / "digits" / "digits.tflite"
REPEATS = 3


def best(command: list[str]) -> float:
    """Seconds of the fastest of some runs."""
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return min(times)


def convert(model: Path, platform: str, directory: Path) -> float:
    command = [sys.executable, "-m", "helia_aot", "convert", str(model), "--quiet"]
    return best([*command, "-o", str(directory / "m"), "--target.platform", platform])


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


def main() -> None:
    start = best([sys.executable, "-c", "import numpy, xdsl.ir"])
    show: Callable[[str, float], None] = lambda name, ratio: print(f"{name:40} {ratio:6.2f}")  # noqa: E731
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for model in map(Path, sys.argv[1:] or [str(DIGITS)]):
            for platform in ("generic", "mps2-an386", "mps3-an547"):
                show(f"{model.stem} for {platform}", convert(model, platform, directory) / start)
        times: dict[int, float] = {}
        for length in (1000, 10000):
            path = directory / f"chain{length}.tflite"
            path.write_bytes(chain(length))
            times[length] = convert(path, "generic", directory)
        show("10,000 operators against 1,000", times[10000] / times[1000])


if __name__ == "__main__":
    main()
