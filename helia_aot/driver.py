"""From a configuration to a module on disk: the one place that runs the whole pipeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec
from xdsl.utils.exceptions import PassFailedException, VerifyException

from helia_aot import config
from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.target import single_module
from helia_aot.backend_c.tree import write_tree
from helia_aot.config import Config
from helia_aot.errors import ConfigError, MemoryPlanError, UnsupportedModelError
from helia_aot.frontend.formats import format_of
from helia_aot.ir import aot
from helia_aot.kernels.instruction_sets import cores
from helia_aot.memory.options import limit_texts, rule_texts
from helia_aot.passes import GRAPH, pipeline
from helia_aot.passes.lower_to_aot import LowerToAotPass
from helia_aot.passes.plan_memory import PlanMemoryPass
from helia_aot.platforms.loader import platform
from helia_aot.platforms.record import Platform

if TYPE_CHECKING:
    from helia_aot.views import OperatorView, PlacementView, RegionView, TensorView

Progress = Callable[[str], None]
"""Told the name of each stage before it runs."""


class ConvertArgs:
    """What to convert: the sections of the configuration as mappings or objects, or a file of them.

    `model` may be the bytes of a model, a path, or its section. What is given wins over `path`.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        model: bytes | str | Path | Mapping[str, Any] | config.Section | None = None,
        module: Mapping[str, Any] | config.Section | None = None,
        target: Mapping[str, Any] | config.Section | None = None,
        memory: Mapping[str, Any] | config.Section | None = None,
        transforms: Sequence[Mapping[str, Any] | config.Section] | None = None,
        level: int | None = None,
        result_views: bool = False,
        model_hooks: Sequence[Callable[[Any], Any]] = (),
    ):
        binary = isinstance(model, bytes | bytearray | memoryview)
        self.data: bytes | None = bytes(model) if binary else None
        if isinstance(model, str | Path):
            model = {"path": model}
        sections = {
            "model": None if binary else model,
            "module": module,
            "target": target,
            "memory": memory,
            "transforms": transforms,
            "level": level,
        }
        given = {key: _plain(value) for key, value in sections.items() if value is not None}
        self.config: Config = config.validate(
            config.merge(config.load(Path(path)) if path is not None else {}, given)
        )
        self.result_views = result_views
        self.model_hooks = tuple(model_hooks)


def _plain(value: Any) -> Any:
    """A section given as an object, as the mapping of what was set in it."""
    return value.model_dump(exclude_unset=True) if isinstance(value, config.Section) else value


class ConversionResult(NamedTuple):
    """What a conversion made."""

    output_dir: Path
    """The module's own folder."""
    files: tuple[Path, ...]
    """Every file of the module."""
    operators: tuple[OperatorView, ...] | None = None
    """In execution order. These four are there when `ConvertArgs.result_views` asks for them."""
    tensors: tuple[TensorView, ...] | None = None
    """In the order of the module's enumeration."""
    regions: tuple[RegionView, ...] | None = None
    """By id."""
    placements: Mapping[str, PlacementView] | None = None
    """By tensor id."""


class AotConverter:
    """Converts one model into one module."""

    def __init__(self, args: ConvertArgs):
        self.args = args

    def convert(self, progress: Progress = lambda stage: None) -> ConversionResult:
        """Compile and write the module; nothing is written when anything is refused."""
        return convert_model(
            self.args.config,
            data=self.args.data,
            hooks=self.args.model_hooks,
            views=self.args.result_views,
            progress=progress,
        )


def convert_model(
    configuration: Config,
    *,
    data: bytes | None = None,
    hooks: Sequence[Callable[[Any], Any]] = (),
    views: bool = False,
    progress: Progress = lambda stage: None,
) -> ConversionResult:
    """Convert the model that a configuration names, or `data`, with views of the result or not."""
    data, name = read_model(configuration, data)
    module = compile_model(data, name, configuration, hooks, progress)
    progress("write")
    directory = configuration.module.path or Path(module.config.data.prefix)
    files = write_tree(directory, emit(module))
    return ConversionResult(directory, tuple(files), **(_views(module) if views else {}))


def _views(module: aot.ModuleOp) -> dict[str, Any]:
    # Defining the records takes longer than most passes, and few conversions ask for them.
    from helia_aot.views import result_views

    return vars(result_views(module))


def read_model(configuration: Config, data: bytes | None = None) -> tuple[bytes, str]:
    """The model's bytes and the name that messages call it."""
    path = configuration.model.path
    if data is not None:
        return data, "model" if path is None else path.name
    if path is None:
        raise ConfigError("model.path is missing")
    try:
        return path.read_bytes(), path.name
    except OSError as e:
        raise ConfigError(f"{path}: {e.strerror}") from e


def compile_model(
    data: bytes,
    name: str,
    configuration: Config,
    hooks: Sequence[Callable[[Any], Any]] = (),
    progress: Progress = lambda stage: None,
) -> aot.ModuleOp:
    """The planned program of a model."""
    progress("import")
    model = configuration.model
    module = format_of(data, name).reader()(
        data, name, subgraph=model.subgraph, signature=model.signature, hooks=hooks
    )
    run_passes(module, passes(configuration), progress)
    return single_module(module)


def run_passes(module: ModuleOp, steps: Sequence[ModulePass], progress: Progress) -> None:
    """Run the passes; their refusals become errors of this package.

    Graph and program are verified when each is complete; `helia-opt` verifies after every pass.
    """
    context = Context()
    for step, following in zip(steps, [*steps[1:], None], strict=False):
        progress(step.name)
        try:
            step.apply(context, module)
            if following is None or following.name == LowerToAotPass.name:
                module.verify()
        except PassFailedException as e:
            raise MemoryPlanError(str(e)) from e
        except VerifyException as e:
            raise UnsupportedModelError(str(e).splitlines()) from e


def passes(configuration: Config) -> list[ModulePass]:
    """The pipeline that a configuration asks for."""
    module, memory = configuration.module, configuration.memory
    target = platform(configuration.target.platform)
    cpu = configuration.target.cpu or target.cpu
    _expect_core("target.cpu", cpu)
    settings = _settings(configuration.transforms)
    lowering = LowerToAotPass(
        prefix=module.prefix or "",
        platform=target.name,
        cpu=cpu,
        provider=module.provider,
        optimize=module.optimize,
        schedule=module.schedule,
        callbacks=module.callbacks,
        checks=module.checks,
        names=module.names,
        allocate_arenas=memory.allocate_arenas,
        auto_hydrate=memory.auto_hydrate_constants,
        residency=memory.dump_residency_json,
    )
    asked = frozenset(name for name, setting in settings.items() if setting.enabled)
    steps = pipeline(lowering, _planning(memory, target), configuration.level, asked)
    return [
        _configured(step, settings[step.name].options) if step.name in asked else step
        for step in steps
        if step.name in asked or step.name not in settings
    ]


def _expect_core(what: str, cpu: str) -> None:
    if cpu not in cores():
        raise ConfigError(f"{what}: unknown core {cpu!r}: known are {', '.join(cores())}")


def _planning(memory: config.MemorySection, target: Platform) -> PlanMemoryPass:
    try:
        return PlanMemoryPass(
            memory.planner,
            rule_texts(target, memory.io, [t.model_dump() for t in memory.tensors]),
            limit_texts(target, [c.model_dump() for c in memory.constraints]),
            memory.overlap,
        )
    except ValueError as e:
        raise ConfigError(str(e)) from e


def _settings(transforms: Sequence[config.Transform]) -> dict[str, config.Transform]:
    """By the pass that each is for; of several for one, the last counts."""
    known = [p.name for p in GRAPH]
    for setting in transforms:
        if setting.pass_name not in known:
            raise ConfigError(
                f"transforms: unknown transform {setting.pass_name!r}: known are {', '.join(known)}"
            )
    return {setting.pass_name: setting for setting in transforms}


def _configured(step: ModulePass, options: Mapping[str, Any]) -> ModulePass:
    """A pass with options in the place of its own."""
    _expect_core(f"transforms: {step.name}: cpu", options.get("cpu", "generic"))
    parameters = dict(step.spec(include_default=True).parameters)
    for key, value in options.items():
        parameters[key] = tuple(cast("list[Any]", value)) if isinstance(value, list) else (value,)
    try:
        return type(step).from_spec(ArgSpec(step.name, parameters))
    except ValueError as e:
        raise ConfigError(f"transforms: {step.name}: {e}") from e


__all__ = [
    "AotConverter",
    "ConversionResult",
    "ConvertArgs",
    "compile_model",
    "convert_model",
    "passes",
    "read_model",
    "run_passes",
]
