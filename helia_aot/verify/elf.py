"""Sizes of a module, from an ELF that holds it alone. Knows no operator and no platform."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section, SymbolTableSection

from helia_aot.errors import VerificationError
from helia_aot.verify.build import Image
from helia_aot.verify.toolchain import call

_SCRIPT = Path(__file__).parent / "c" / "sizes.ld"


@dataclass(frozen=True)
class ModuleSizes:
    """Bytes of a module after the linker has dropped what its two entry points do not reach."""

    text_bytes: int
    rodata_bytes: int
    """Without the constants."""
    data_bytes: int
    """Initialized and writable, without the constants."""
    bss_bytes: int
    constant_bytes: int
    """Of the symbols that were named as constants."""
    libraries: tuple[tuple[str, int], ...]
    """What the module uses of libraries: symbols and their bytes, sorted."""
    library_bytes: int
    """Code and data of libraries, whether a symbol covers them or not."""

    @property
    def code_bytes(self) -> int:
        return self.text_bytes + self.rodata_bytes + self.data_bytes


@dataclass(frozen=True)
class _Symbol:
    name: str
    address: int
    nbytes: int
    section: str


def module_sizes(image: Image, constants: Sequence[str] = ()) -> ModuleSizes:
    """Links the module's objects once more, alone, and measures; `constants` are symbols to deduct.

    Roots are `<prefix>_model_init` and `<prefix>_model_run`; start-up code, runner and callbacks
    do not count.
    """
    elf = _link(image)
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        sections = tuple(s for s in file.iter_sections() if s["sh_flags"] & SH_FLAGS.SHF_ALLOC)
        symbols = tuple(_symbols(file))
    return _sizes(sections, symbols, constants)


def _link(image: Image) -> Path:
    if image.platform.board is None:
        raise VerificationError(
            f"no sizes on {image.platform.name}: build for an embedded platform"
        )
    work = image.executable.parent
    prefix = image.module.prefix
    roots = (f"-Wl,-e,{prefix}_model_run", f"-Wl,-u,{prefix}_model_init", "-Wl,--gc-sections")
    objects = [str(o.relative_to(work)) for o in image.objects]
    options = ("-nostartfiles", f"-T{_SCRIPT.resolve()}", *roots)
    call((*image.toolchain.link, *options, *objects, "-lm", "-o", "sizes.elf"), cwd=work)
    return work / "sizes.elf"


def _symbols(file: ELFFile) -> Iterator[_Symbol]:
    table = file.get_section_by_name(".symtab")
    if not isinstance(table, SymbolTableSection):
        return
    for symbol in table.iter_symbols():
        index = symbol["st_shndx"]
        if isinstance(index, int) and symbol["st_size"] > 0:
            yield _Symbol(
                symbol.name, symbol["st_value"], symbol["st_size"], file.get_section(index).name
            )


def _sizes(
    sections: Sequence[Section], symbols: Sequence[_Symbol], constants: Sequence[str]
) -> ModuleSizes:
    kinds = {s.name: _kind(s) for s in sections}
    total = dict.fromkeys((*kinds.values(), "text", "rodata", "data", "bss"), 0)
    for section in sections:
        total[kinds[section.name]] += section["sh_size"]
    deducted = [s for s in symbols if s.name in constants and s.section in kinds]
    for symbol in deducted:
        total[kinds[symbol.section]] -= symbol.nbytes
    # By address: a function may have several names, of which the last is reported.
    library = {s.address: (s.name, s.nbytes) for s in symbols if kinds.get(s.section) == "library"}
    return ModuleSizes(
        text_bytes=total["text"],
        rodata_bytes=total["rodata"],
        data_bytes=total["data"],
        bss_bytes=total["bss"],
        constant_bytes=sum(s.nbytes for s in deducted),
        libraries=tuple(sorted(library.values())),
        library_bytes=total.get("library", 0),
    )


def _kind(section: Section) -> str:
    """What an allocated section counts as; one placed in a memory by name goes by its flags."""
    if section.name.startswith(".library"):
        return "library bss" if section.name.endswith(".bss") else "library"
    if section["sh_type"] == "SHT_NOBITS" or ".bss" in section.name:
        return "bss"
    if section["sh_flags"] & SH_FLAGS.SHF_EXECINSTR:
        return "text"
    return "data" if section["sh_flags"] & SH_FLAGS.SHF_WRITE else "rodata"
