"""The way to machine code: Cython, then the C compiler that Python itself was built for."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tangrules.diagnostics.errors import UsageError

INSTALL = "pip install cython setuptools"
FLAGS = "-O1 -g0 -w"
"""Higher levels take twice the time and gain nothing that could be measured."""

_SCRIPT = """
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup
sys.argv = ["build", "-q", "build_ext", "--inplace"]
setup(ext_modules=cythonize([Extension({name!r}, [{file!r}])], quiet=True))
"""


def build(name: str, text: str) -> bytes:
    """The extension module of this name, made from the text of its Cython source.

    Raises UsageError if Cython or a C compiler is missing, or fails.
    """
    missing = [tool for tool in ("Cython", "setuptools") if importlib.util.find_spec(tool) is None]
    if missing:
        raise UsageError(f"native rules need {' and '.join(missing)}: {INSTALL}")
    with tempfile.TemporaryDirectory(prefix="tangrules-") as folder:
        source = Path(folder, f"{name}.pyx")
        source.write_text(text, "utf-8")
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT.format(name=name, file=source.name)],
            cwd=folder,
            env={**os.environ, "CFLAGS": f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip()},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
        made = [path for path in Path(folder).glob(f"{name}.*") if path.suffix in (".so", ".pyd")]
        if done.returncode or len(made) != 1:
            raise UsageError(_failure(done))
        return made[0].read_bytes()


def _failure(done: subprocess.CompletedProcess[str]) -> str:
    """What went wrong, from what the tools said: their last line tells it best."""
    said = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    last = said[-1][:300] if said else f"status {done.returncode}"
    return f"native rules could not be built (they need a working C compiler and Python's headers): {last}"
