"""What the functions of Arm's CMSIS-NN take, for `python -m benchmarks.costs --cmsis-nn`.

Those that a convolution or a depthwise comes to, on layers of all sizes, under QEMU on a Cortex-M3,
M4 and M55, compiled by GCC from the folder in CMSIS_NN_ROOT.
"""

from collections import defaultdict

from benchmarks.costs import (
    Image,
    Layers,
    Pair,
    Sample,
    choosing,
    convolutions,
    depthwise,
    model_of,
)
from helia_aot import config
from helia_aot.backend_c.program import read_program
from helia_aot.driver import compile_model
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.kernels.cmsis_nn.core import Core
from helia_aot.kernels.cmsis_nn.functions import function_of
from helia_aot.kernels.costs import Work
from helia_aot.kernels.kernel import KernelCall
from helia_aot.verify.profile import profile
from helia_aot.verify.subject import read_subject

BOARDS = {Core.PLAIN: "mps2-an385", Core.DSP: "mps2-an386", Core.MVE: "mps3-an547"}

CONVOLUTIONS: tuple[tuple[Image, Pair, int, int], ...] = (
    *(((49, 40, 1), (10, 8), 8, 2), ((12, 10, 1), (5, 4), 8, 1), ((16, 16, 1), (3, 3), 16, 1)),
    *(((10, 10, 1), (3, 3), 2, 1), ((8, 8, 1), (5, 5), 3, 1), ((6, 6, 1), (2, 2), 8, 1)),
    *(((9, 9, 2), (3, 3), 8, 1), ((6, 6, 4), (3, 3), 8, 1), ((5, 5, 3), (5, 5), 9, 1)),
    *(((12, 12, 16), (1, 1), 16, 2), ((9, 9, 8), (1, 1), 4, 2), ((8, 8, 32), (1, 1), 8, 2)),
    *(((5, 5, 4), (1, 1), 4, 2), ((7, 7, 64), (1, 1), 32, 2)),
    *(((1, 40, 4), (1, 9), 8, 1), ((1, 16, 4), (1, 3), 4, 1), ((1, 20, 16), (1, 3), 8, 1)),
    *(((1, 60, 32), (1, 5), 5, 1), ((1, 12, 64), (1, 3), 16, 1), ((1, 30, 4), (1, 5), 2, 1)),
)
"""Image, window, channels, stride: what tells the functions apart, beside the layers of all."""

DEPTHWISE: tuple[tuple[Image, Pair, int, int, int], ...] = (
    *(((49, 40, 1), (10, 8), 8, 2, 1), ((16, 16, 1), (3, 3), 16, 1, 1)),
    *(((10, 10, 1), (3, 3), 2, 1, 1), ((8, 8, 1), (5, 5), 3, 1, 1)),
    *(((9, 9, 2), (3, 3), 4, 1, 1), ((6, 6, 4), (3, 3), 8, 2, 1), ((5, 5, 16), (3, 3), 4, 1, 1)),
    *(((4, 4, 2), (2, 2), 12, 1, 1), ((9, 9, 3), (3, 3), 3, 1, 1), ((6, 6, 8), (5, 5), 2, 2, 1)),
    *(((6, 6, 8), (3, 3), 1, 1, 2), ((7, 5, 20), (3, 3), 1, 1, 1), ((12, 12, 6), (5, 5), 1, 1, 1)),
)
"""Image, window, multiplier, stride, dilation."""


def layers(model: Layers) -> None:
    convolutions(model)
    depthwise(model)
    for image, kernel, channels, stride in CONVOLUTIONS:
        model.convolution(image, kernel, channels, stride)
    for image, kernel, multiplier, stride, dilation in DEPTHWISE:
        model.convolution(image, kernel, 0, stride, multiplier, dilation)


def measured(core: Core) -> dict[str, list[Sample]]:
    """By its name, what every function took for which work."""
    data, work = model_of(layers), list[Work]()
    settings = config.validate(
        {"target": {"platform": BOARDS[core]}, "module": {"provider": "cmsis-nn"}, "level": 0}
    )

    def note(op: AotOperator, calls: list[KernelCall]) -> KernelCall:
        work.append(op.work())
        return calls[0]

    with choosing(note):
        module = compile_model(data, "layers", settings)
    result = profile(read_subject(data, "layers"), module, BOARDS[core])
    samples: dict[str, list[Sample]] = defaultdict(list)
    rows = zip(read_program(module).operators, work, result.operators, strict=True)
    for operator, done, counted in rows:
        if operator.helper and operator.helper.cmsis:
            numbers = {k: n for k, n in operator.numbers.items() if isinstance(n, int)}
            name = function_of(operator.helper.cmsis, numbers, core)
            samples[name].append((done, counted.instructions))
    return samples
