"""`optimize: size` chooses other kernels: fewer bytes of code, and the same bytes of output."""

import pytest

from helia_aot import config
from helia_aot.driver import compile_model
from helia_aot.verify.profile import profile
from helia_aot.verify.result import ProfileResult
from helia_aot.verify.subject import read_subject
from helia_aot.verify.verify import VerifyOptions, verify
from tests.paths import DIGITS
from tests.tools import require_platform


def measured(platform: str, optimize: str) -> ProfileResult:
    """The digits' figures, after their outputs were found exact."""
    data = DIGITS.read_bytes()
    subject = read_subject(data, DIGITS.name)
    sections = {"target": {"platform": platform}, "module": {"optimize": optimize}}
    module = compile_model(data, DIGITS.name, config.validate(sections))
    assert verify(subject, module, VerifyOptions(platform=platform, cases=2)).exact
    return profile(subject, module, platform, "gcc")


@pytest.mark.parametrize("platform", ["mps2-an386", "mps3-an547"])
def test_size_is_smaller_and_no_faster(platform: str) -> None:
    require_platform(platform, "gcc")
    balanced, size = (measured(platform, optimize) for optimize in ("balanced", "size"))
    assert size.code_bytes < balanced.code_bytes
    assert size.instructions >= balanced.instructions
