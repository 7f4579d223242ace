"""Where tests find models: the project's own, and the shared ones beside the checkout."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DIGITS = ROOT / "examples" / "digits" / "digits.tflite"
SHARED = ROOT.parent / "shared"


def shared(*parts: str) -> Path:
    """A file of `../shared`; the test skips where it is not there."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs ../shared/{'/'.join(parts)}, which is not beside this checkout")
    return path


def cmsis_nn() -> Path:
    """The sources of Arm's CMSIS-NN, which the user supplies; the test skips where none are."""
    root = os.environ.get("CMSIS_NN_ROOT")
    if not root:
        pytest.skip("needs CMSIS_NN_ROOT, the folder of Arm's CMSIS-NN, which is not set")
    return Path(root)
