"""The configuration: one YAML file, every field also a dotted flag, unknown keys refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator

from helia_aot.errors import ConfigError
from helia_aot.ir.identifiers import PREFIX_WORDS, is_prefix


def _nameable(path: Path) -> Path:
    if "\0" in str(path):
        raise ValueError("a path holds no zero byte")
    return path


FilePath = Annotated[Path, AfterValidator(_nameable)]
"""A path that a file system takes."""


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class ModelSection(Section):
    """Which model is compiled."""

    path: FilePath | None = None
    """The .tflite file."""
    subgraph: int = 0
    """Index of the subgraph to compile."""
    signature: str | None = None
    """Name of the signature whose subgraph is compiled, instead of an index."""


class ModuleSection(Section):
    """What the C module looks like."""

    path: FilePath | None = None
    """The module's own folder; by default ./<prefix>."""
    name: str | None = None
    """Its name in build files and documentation; by default the prefix."""
    prefix: str | None = None
    """Prefix of every symbol and file; by default the sanitized stem of the model's file."""
    type: Literal["cmake"] = "cmake"
    """How it is packaged."""
    schedule: Literal["table", "calls"] = "table"
    """A table of {helper, descriptor} (the smallest code), or a function per operator."""
    checks: bool = False
    """Place canaries behind scratch tensors and check them after each operator."""
    callbacks: bool = False
    """Compile in the operator callback."""
    names: bool = True
    """Keep tensor names and status texts."""
    provider: Literal["bundled", "cmsis-nn"] = "bundled"
    """Whose kernels run: the project's own, or Arm's CMSIS-NN (7.0.0 or later) that the user
    supplies: the environment's CMSIS_NN_ROOT names its folder for verify, profile and CMake."""
    optimize: Literal["speed", "balanced", "size"] = "balanced"
    """What specialised kernels may cost in code bytes."""

    @field_validator("prefix")
    @classmethod
    def _identifier(cls, value: str | None) -> str | None:
        if value is not None and not is_prefix(value):
            raise ValueError(f"must be {PREFIX_WORDS}")
        return value


class TargetSection(Section):
    """What the module is made for."""

    platform: str = "generic"
    """A platform by name (`helia-aot platforms`); generic makes portable layouts."""
    cpu: str | None = None
    """A core by name; by default the platform's."""


class Limit(Section):
    """How much of one memory the plan may take."""

    name: str
    """The memory: itcm, dtcm, sram, mram, psram, or one that the platform names."""
    max_size: int = Field(ge=0)
    """Bytes; without a limit, what the platform says the memory has."""


class Attributes(Section):
    """What a rule sets for the tensors it selects."""

    memory: str | None = None
    """Where they lie; of constants, where their bytes are stored."""
    constant_destination_memory: str | None = None
    """Where constants are copied to at initialization and read from then on; the memory they are
    stored in means that they are not copied."""
    io: Literal["arena", "application"] | None = None
    """Who owns the buffer of an input or an output."""


class TensorRule(Section):
    """Selects tensors and sets attributes. For each attribute the most specific rule wins: type and
    id, then id, then type, then neither; among equals the later one."""

    type: Literal["scratch", "persistent", "constant", "input", "output", "*"] = "*"
    """A role, or input or output; these two are scratch as well, unless they are constants."""
    id: str = "*"
    """The tensor's identifier in the module, or its name in the model."""
    attributes: Attributes

    @field_validator("type", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.lower() if isinstance(value, str) else value


class MemorySection(Section):
    """Where tensors live."""

    planner: Literal["greedy"] = "greedy"
    """How offsets in the scratch arena are found."""
    allocate_arenas: bool = True
    """Emit the arenas; if false, the application binds them with <prefix>_bind_arena."""
    auto_hydrate_constants: bool = True
    """Copy staged constants at initialization; if false, the application calls
    <prefix>_hydrate_constants after it."""
    io: Literal["arena", "application"] = "arena"
    """Who owns the buffers of inputs and outputs; the application binds its own before a run."""
    dump_residency_json: bool = False
    """Write <prefix>_residency.json: where every tensor lies."""
    constraints: tuple[Limit, ...] = ()
    """Limits per memory: {name, max_size}."""
    tensors: tuple[TensorRule, ...] = ()
    """Placement rules: {type, id, attributes}."""


class Transform(Section):
    """One pass on the graph, on or off whatever the level says."""

    name: str
    """As `helia-aot passes` lists it, or in capitals: DEPTHWISE_TO_CONV."""
    enabled: bool = True
    options: dict[str, Any] = Field(default_factory=dict)
    """Options of the pass by name, in the place of what it takes from the target."""

    @property
    def pass_name(self) -> str:
        """`FOLD_CONSTANTS` and `fold-constants` are the same pass."""
        return self.name.lower().replace("_", "-")


class Config(Section):
    """The whole configuration."""

    model: ModelSection = ModelSection()
    module: ModuleSection = ModuleSection()
    target: TargetSection = TargetSection()
    memory: MemorySection = MemorySection()
    transforms: tuple[Transform, ...] = ()
    """Passes on the graph to switch on or off: {name, enabled, options}."""
    level: Literal[0, 1, 2] = 2
    """0: only what correct code needs; 1: cheap local rewrites; 2: all exact rewrites."""


def load(path: Path) -> dict[str, Any]:
    """The mapping in a YAML file; relative paths in it count from its folder."""
    import yaml  # slow to import, and most conversions have no file

    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise ConfigError(f"{path}: {e.strerror}") from e
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as e:
        raise ConfigError(f"{path}: {' '.join(str(e).split())}") from e
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ConfigError(f"{path}: expected sections, got {type(loaded).__name__}")
    sections = cast("dict[str, Any]", loaded)
    for section in ("model", "module"):
        value = _section(sections.get(section))
        if value is not None and isinstance(value.get("path"), str):
            value["path"] = str(path.parent / value["path"])
    return sections


def _section(value: object) -> dict[str, Any] | None:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def merge(base: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """`extra` over `base`, section by section."""
    merged = dict(base)
    for key, value in extra.items():
        old, new = _section(merged.get(key)), _section(value)
        merged[key] = value if old is None or new is None else merge(old, new)
    return merged


KEY_FLAG = re.compile(r"--(\w[\w-]*\.|transforms(=|$))")
"""What begins like the flag of a key."""

OPTION = re.compile(r"-\D")
"""What is no value, unless it stands behind `=`; a number may be negative."""


def dotted(flags: Sequence[str]) -> dict[str, Any]:
    """`["--module.prefix", "kws", "--memory.allocate_arenas=false"]` as nested sections."""
    result: dict[str, Any] = {}
    pending = list(flags)
    while pending:
        flag = pending.pop(0)
        if not KEY_FLAG.match(flag):
            raise ConfigError(f"unknown option {flag}")
        name, equals, text = flag.removeprefix("--").partition("=")
        if not equals:
            if not pending or OPTION.match(pending[0]):
                raise ConfigError(f"--{name} needs a value")
            text = pending.pop(0)
        sections = name.replace("-", "_").split(".")
        value: Any = _flag_value(name, text)
        for section in reversed(sections):
            value = {section: value}
        result = merge(result, value)
    return result


def _flag_value(name: str, text: str) -> Any:
    """YAML where it is a list, a mapping or quoted; else the words themselves, since a name like
    `on` or `2024` is no less a name. Nothing, `null` and `~` stand for no value."""
    if text in ("", "null", "~"):
        return None
    if text[0] not in "[{\"'":
        return text
    import yaml

    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as e:
        raise ConfigError(f"--{name}: {' '.join(str(e).split())}") from e


def validate(values: Mapping[str, Any]) -> Config:
    """A checked configuration; ConfigError names every wrong key and what it may be."""
    try:
        return Config.model_validate(values)
    except ValidationError as e:
        lines = [f"{'.'.join(map(str, d['loc'])) or 'config'}: {_words(d)}" for d in e.errors()]
        raise ConfigError("; ".join(lines)) from e


def _words(detail: Any) -> str:
    if detail["type"] == "extra_forbidden":
        return "unknown key"
    return f"{detail['msg'].removeprefix('Value error, ')}, got {detail['input']!r}"


def fields() -> list[tuple[str, str, str]]:
    """Every key that is a flag as (name, what it does, default), for the commands' help."""
    rows: list[tuple[str, str, str]] = []
    for section, info in Config.model_fields.items():
        default = info.default
        if isinstance(default, Section):
            docs = _docs(type(default))
            for key, field in type(default).model_fields.items():
                rows.append((f"{section}.{key}", docs[key], _default(field.default)))
    return [*rows, ("transforms", _docs(Config)["transforms"], "")]


def _default(value: object) -> str:
    """As a flag or a file would give it; nothing where none is set."""
    if value is None or value == ():
        return ""
    return f"[default: {str(value).lower() if isinstance(value, bool) else value}]"


def _docs(section: type[Section]) -> dict[str, str]:
    """The docstrings below the fields of a section."""
    import inspect

    source = inspect.getsource(section)
    found = re.findall(r'^    (\w+):[^\n]*\n    """([^"]*)"""', source, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in found}
