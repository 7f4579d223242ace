"""Instructions and bytes of every model on emulated Cortex-M4 and M55, beside the peer's.

    python -m benchmarks.instructions [--layers] [--record] [NAME ...]

`--record` writes `benchmarks/recorded.json`, which `tests/unit/test_recorded.py` holds figures to:
none may grow by more than 2 % unless the table changes in the same commit.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from helia_aot import config
from helia_aot.driver import compile_model
from helia_aot.verify.profile import profile
from helia_aot.verify.result import ProfileResult
from helia_aot.verify.subject import read_subject
from helia_aot.verify.toolchain import Compiler

HERE = Path(__file__).parent
ROOT = HERE.parent
RECORDED = HERE / "recorded.json"
PLATFORMS = ("mps2-an386", "mps3-an547")
COMPILERS: tuple[Compiler, ...] = ("gcc", "clang")
MODELS = (
    "digits",
    "tflm_hello_world_int8",
    "mlperf_kws_dscnn_int8",
    "mlperf_vww_int8",
    "mlperf_ic_resnet_int8",
    "mlperf_ad01_int8",
    "tflm_micro_speech_quantized",
)


def model_path(name: str) -> Path:
    """The project's own model, or one of the shared ones beside the checkout."""
    own = ROOT / "examples" / name / f"{name}.tflite"
    return own if own.exists() else ROOT.parent / "shared" / "models" / f"{name}.tflite"


def measure(name: str, platform: str, compiler: Compiler) -> ProfileResult:
    path = model_path(name)
    data = path.read_bytes()
    settings = config.validate({"target": {"platform": platform}})
    module = compile_model(data, path.name, settings)
    return profile(read_subject(data, path.name), module, platform, compiler)


def figures(result: ProfileResult) -> dict[str, int]:
    """What is recorded of a measurement."""
    return {
        key: getattr(result, key)
        for key in ("instructions", "code_bytes", "constant_bytes", "scratch_bytes", "stack_bytes")
    }


def load(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text())


def rows(
    names: Sequence[str], platforms: Sequence[str], compilers: Sequence[Compiler], layers: bool
) -> Iterator[tuple[str, str, str, dict[str, int]]]:
    """Measure, print and give every combination."""
    peer = load(HERE / "peer.json")
    for name in names:
        if not model_path(name).exists():
            print(f"{name}: not beside this checkout, skipped")
            continue
        for platform in platforms:
            for compiler in compilers:
                result = measure(name, platform, compiler)
                found = figures(result)
                show(name, platform, compiler, found, peer[platform].get(name, {}))
                if layers:
                    show_layers(result)
                yield name, platform, compiler, found


def show(
    name: str, platform: str, compiler: str, found: dict[str, int], peer: dict[str, Any]
) -> None:
    theirs = peer.get("peer")
    ratio = f"{theirs / found['instructions']:5.2f} x peer" if theirs else " " * 12
    gates = [(peer.get("gate"), found["instructions"]), (peer.get("code"), found["code_bytes"])]
    missed = any(gate is not None and value > gate for gate, value in gates)
    print(
        f"{name:30} {platform:10} {compiler:5} {found['instructions']:>11,} instructions {ratio}"
        f" {found['code_bytes']:>6} code {found['constant_bytes']:>7} constants"
        f" {found['scratch_bytes']:>6} scratch {found['stack_bytes']:>5} stack"
        f"{'  GATE MISSED' if missed else ''}",
        flush=True,
    )


def show_layers(result: ProfileResult) -> None:
    for o in result.operators:
        per_mac = f"{o.instructions / o.macs:.3f} per MAC" if o.macs else ""
        who = f"{o.producer.layer_index:>4} {o.producer.type:20}"
        print(f"{who} {o.instructions:>10,} {per_mac}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", default=MODELS)
    parser.add_argument("--platform", choices=PLATFORMS)
    parser.add_argument("--compiler", choices=COMPILERS)
    parser.add_argument("--layers", action="store_true")
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    platforms = (args.platform,) if args.platform else PLATFORMS
    compilers = (args.compiler,) if args.compiler else COMPILERS
    table: dict[str, Any] = load(RECORDED) if RECORDED.exists() else {}
    for name, platform, compiler, found in rows(args.names, platforms, compilers, args.layers):
        table.setdefault(name, {}).setdefault(platform, {})[compiler] = found
    if args.record:
        RECORDED.write_text(json.dumps(table, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
