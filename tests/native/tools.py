"""What native rules need of the machine."""

from __future__ import annotations

import shutil
import sysconfig

import pytest

_COMPILER = (sysconfig.get_config_var("CC") or "cl").split()[0]

HAS_COMPILER = shutil.which(_COMPILER) is not None

needs_compiler = pytest.mark.skipif(not HAS_COMPILER, reason="no C compiler")
