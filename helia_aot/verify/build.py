"""Builds a module, the runner and the image of a platform into one executable."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from mako.template import Template  # pyright: ignore[reportMissingTypeStubs]

from helia_aot.errors import VerificationError
from helia_aot.platforms import Platform
from helia_aot.verify import cmsis_nn
from helia_aot.verify.linker import linker_script
from helia_aot.verify.module import Module
from helia_aot.verify.toolchain import WARNINGS, Compiler, Toolchain, call, find_toolchain

_RUNNER = Path(__file__).parent / "c"
_IMAGE = Path(__file__).parents[1] / "platforms" / "image"
_BARE = ("semihosting.c", "startup.c", "protection.c", "counter.c", "stack.c")

_SECTIONS = ("-ffunction-sections", "-fdata-sections")
_NO_UNWINDING = ("-fno-unwind-tables", "-fno-asynchronous-unwind-tables")
_INCLUDES = (f"-I{_RUNNER}", f"-I{_IMAGE}")
_JOBS = 2


@dataclass(frozen=True)
class Image:
    """A built executable and what it was built from."""

    executable: Path
    module: Module
    platform: Platform
    toolchain: Toolchain
    objects: tuple[Path, ...]
    """Of the module alone, with what it calls of CMSIS-NN."""


def build(
    module: Module,
    platform: Platform,
    work: Path,
    *,
    compiler: Compiler = "gcc",
    optimization: str = "-O2",
    flags: Sequence[str] = (),
    warnings: Sequence[str] = WARNINGS,
) -> Image:
    """Compiles and links in the directory `work`; `flags` reach every compilation and the link.

    The runner and the image are compiled with -O2 whatever the module is compiled with, so that
    what surrounds the model is the same in every measurement.
    """
    work = work.absolute()
    toolchain = find_toolchain(platform, compiler)
    common = (*warnings, *_SECTIONS, *(_NO_UNWINDING if platform.board else ()))
    foreign = cmsis_nn.include_options() if module.cmsis_nn else ()
    own = (*common, *flags, *(f"-I{d.absolute()}" for d in module.includes), *foreign)
    objects = _compile(toolchain, (*own, optimization), module.sources, work / "module")
    if module.cmsis_nn:
        objects += cmsis_nn.objects(module.cmsis_nn, toolchain, work / "module")
    binding = _compile(toolchain, (*own, "-O2", *_INCLUDES), _print_all(module, work), work)
    # Macros and headers are the module's: the same runner serves all that differ in no other flag.
    shared = tuple(f for f in flags if not f.startswith(("-D", "-I")))
    runner = _runner(toolchain, (*common, *shared, "-O2", *_INCLUDES), platform.runs_on)
    executable = work / "image.elf"
    parts = (*objects, *binding, *runner.objects, *_script_options(platform, work))
    call((*toolchain.link, *flags, *parts, "-lm", "-o", str(executable)))
    return Image(executable, module, platform, toolchain, tuple(Path(o) for o in objects))


def _compile(
    toolchain: Toolchain, options: Sequence[str], sources: Iterable[Path], directory: Path
) -> list[str]:
    """Compiles side by side; objects are named as their sources, whose suffixes differ. It runs
    where it writes, so that a compiler cache knows a module again in another folder."""
    directory.mkdir(parents=True, exist_ok=True)
    files = [(str(s.absolute()), str(directory / f"{s.name}.o")) for s in sources]

    def compile(file: tuple[str, str]) -> None:
        source, out = file
        call((*toolchain.compile, *options, "-c", source, "-o", out), directory)

    with ThreadPoolExecutor(_JOBS) as pool:
        list(pool.map(compile, files))
    return [out for _, out in files]


class _Runner:
    """Objects of the runner and the image, which know no module: kept while this process runs."""

    def __init__(self, toolchain: Toolchain, options: Sequence[str], runs_on: str):
        image = ("host.c",) if runs_on == "host" else _BARE
        sources = (*sorted(_RUNNER.glob("*.c")), *(_IMAGE / name for name in image))
        self.directory = TemporaryDirectory(prefix="helia-aot-")
        self.objects = _compile(toolchain, options, sources, Path(self.directory.name))


_runner = cache(_Runner)


def _print_all(module: Module, work: Path) -> list[Path]:
    if not module.callbacks and module.captures:
        raise VerificationError("captures need a module that was made with module.callbacks")
    work.mkdir(parents=True, exist_ok=True)
    return [_print(template, module, work) for template in sorted(_RUNNER.glob("*.mako"))]


def _print(template: Path, module: Module, work: Path) -> Path:
    printed = work / template.stem
    values = {
        "prefix": module.prefix,
        "P": module.prefix.upper(),
        "input_nbytes": module.input_nbytes,
        "callbacks": module.callbacks,
        "captures": module.captures,
        "arenas": module.arenas,
        "bound_inputs": module.bound_inputs,
        "bound_outputs": module.bound_outputs,
        "hydrates": module.hydrates,
    }
    text = str(Template(filename=str(template), strict_undefined=True).render(**values))  # pyright: ignore[reportUnknownMemberType]
    printed.write_text(text, encoding="utf-8")
    return printed


def _script_options(platform: Platform, work: Path) -> tuple[str, ...]:
    if platform.board is None:
        return ()
    script = work / "image.ld"
    script.write_text(linker_script(platform, platform.board), encoding="utf-8")
    return ("-nostartfiles", "-Wl,--gc-sections", f"-T{script}")
