"""The program that writes the generated parts of the documentation, as a module."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

from tests.docs.blocks import DOCS


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_reference", DOCS / "generate_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


generate = _load()
