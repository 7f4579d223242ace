"""The linker script of an image, from the memories of its platform. Knows no compiler."""

from pathlib import Path

from helia_aot.platforms import Board, Memory, Platform

_SECTIONS = Path(__file__).parents[1] / "platforms" / "image" / "sections.ld"


def linker_script(platform: Platform, board: Board) -> str:
    """The whole script: memories, the fixed sections, and those placed in a memory by name."""
    memories = "\n".join(_memory(m) for m in platform.memories)
    roles = ("vectors", "code", "constants", "data", "stack")
    aliases = "\n".join(f'REGION_ALIAS("{r.upper()}", {getattr(board, r)})' for r in roles)
    return "\n".join(
        (
            f"MEMORY\n{{\n{memories}\n}}",
            aliases,
            f"image_stack_bytes = {board.stack_bytes:#x};",
            _SECTIONS.read_text(encoding="utf-8"),
            "SECTIONS\n{",
            *(_placed(m.name) for m in platform.memories),
            _zero_table([m.name for m in platform.memories]),
            _memory_table(platform, board),
            "}\n",
        )
    )


def _memory(m: Memory) -> str:
    return f"    {m.name} (rwx) : ORIGIN = {m.base:#010x}, LENGTH = {m.size:#x}"


def _placed(name: str) -> str:
    """Sections like `.sram.data`; the emulator loads them in place, so that none is copied."""
    loaded = " ".join(f".{name}.{kind} .{name}.{kind}.*" for kind in ("text", "rodata", "data"))
    return f"""\
    .placed_{name} : ALIGN(16) {{ *({loaded}) }} > {name}
    .placed_{name}_bss (NOLOAD) : ALIGN(16)
    {{
        image_{name}_bss_start = .;
        *(.{name}.bss .{name}.bss.*)
        . = ALIGN(4);
        image_{name}_bss_end = .;
    }} > {name}"""


def _zero_table(names: list[str]) -> str:
    """Pairs of addresses between which the start-up code writes zeros."""
    starts = ("image", *(f"image_{name}" for name in names))
    pairs = "\n".join(f"        LONG({s}_bss_start) LONG({s}_bss_end)" for s in starts)
    return f"""\
    .zero_table : ALIGN(4)
    {{
        image_zero_table = .;
{pairs}
        image_zero_table_end = .;
    }} > CONSTANTS"""


def _memory_table(platform: Platform, board: Board) -> str:
    """What the image may access: base, size and whether it is read-only."""
    fixed = {board.vectors, board.code} - {board.data, board.stack}
    rows = "\n".join(
        f"        LONG({m.base:#x}) LONG({m.size:#x}) LONG({int(m.name in fixed)})"
        for m in platform.memories
    )
    return f"""\
    .memory_table : ALIGN(4)
    {{
        image_memory_table = .;
{rows}
        image_memory_table_end = .;
    }} > CONSTANTS"""
