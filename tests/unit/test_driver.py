"""What a caller of the library may give: files, mappings and objects, of which the later win."""

from pathlib import Path

import pytest

from helia_aot import AotConverter, ConvertArgs
from helia_aot.config import ModelSection, ModuleSection, TargetSection, Transform
from helia_aot.errors import ConfigError
from tests.paths import DIGITS


def written(directory: Path, text: str) -> Path:
    (directory / "net.yaml").write_text(text)
    return directory / "net.yaml"


def test_a_file_gives_the_level(tmp_path: Path) -> None:
    path = written(tmp_path, "level: 0\n")
    assert ConvertArgs(path=path).config.level == 0
    assert ConvertArgs(path=path, level=1).config.level == 1
    assert ConvertArgs().config.level == 2
    with pytest.raises(ConfigError, match="level"):
        ConvertArgs(path=written(tmp_path, "level: 5\n"))


def test_sections_may_be_objects(tmp_path: Path) -> None:
    args = ConvertArgs(
        model=ModelSection(path=DIGITS),
        module=ModuleSection(path=tmp_path / "m", prefix="net"),
        target=TargetSection(platform="mps2-an386"),
        transforms=[Transform(name="fuse-lut", enabled=False)],
    )
    assert AotConverter(args).convert().output_dir == tmp_path / "m"
    assert (tmp_path / "m" / "src" / "net_model.c").exists()


def test_what_an_object_does_not_set_is_the_files(tmp_path: Path) -> None:
    path = written(tmp_path, "module: {prefix: file, callbacks: true}\n")
    module = ConvertArgs(path=path, module=ModuleSection(prefix="mine")).config.module
    assert (module.prefix, module.callbacks) == ("mine", True)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_model_may_be_bytes(tmp_path: Path, kind: type) -> None:
    args = ConvertArgs(model=kind(DIGITS.read_bytes()), module={"path": tmp_path / "m"})
    assert AotConverter(args).convert().files
