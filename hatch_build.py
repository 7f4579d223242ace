"""Compiles the templates of the generated C when the package is built."""

import sys
from compileall import compile_dir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "helia_aot/backend_c/compiled_templates"


class CompileTemplates(BuildHookInterface[Any]):
    """A wheel gets the compiled templates; a checkout that is installed as it stands keeps them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from helia_aot.backend_c.template_lookup import compile_to

        if version == "editable":
            compile_to(Path(self.root, PACKAGE))
            # pip makes bytecode of what it copies; where Python is told to write none, every
            # process would compile a package that stays where it is.
            compile_dir(Path(self.root, "helia_aot"), quiet=1)
        else:
            self.made = TemporaryDirectory()
            compile_to(Path(self.made.name))
            build_data["force_include"][self.made.name] = PACKAGE
