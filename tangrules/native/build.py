"""The way to machine code: Cython, then the C compiler that Python itself was built for."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tangrules.diagnostics.errors import UsageError

INSTALL = "pip install cython setuptools"
FLAGS = "-g0 -w"

SMALL = 200_000
"""Sources of fewer characters are made with `-O2`, which gains a tenth; of larger ones that takes a minute more and gains
nothing that could be measured.
"""

_OLD, _REFUSED = 3, 4
"""How the script below ends if Cython is too old, or does not take what it is given."""

_SCRIPT = """
import sys
import Cython
from Cython.Build import cythonize
from Cython.Compiler.Errors import CompileError
from setuptools import Extension, setup
if int(Cython.__version__.split(".")[0]) < 3:
    sys.exit({old})
try:
    modules = cythonize([Extension({name!r}, [{file!r}])], quiet=True)
except CompileError:
    sys.exit({refused})
sys.argv = ["build", "-q", "build_ext", "--inplace"]
setup(ext_modules=modules)
"""

_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_COMMAND = re.compile(r"Command '\['([^']*)'.*\]'")
_TELLING = re.compile(r"error: (?!command)", re.IGNORECASE)
_PLACED = re.compile(r"\.pyx:\d+:\d+: ")
_SHOWN = 300


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
        flags = f"{'-O2' if len(text) < SMALL else '-O1'} {FLAGS}"
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT.format(name=name, file=source.name, old=_OLD, refused=_REFUSED)],
            cwd=folder,
            env={
                **os.environ,
                "CFLAGS": f"{os.environ.get('CFLAGS', '')} {flags}".strip(),
                "LC_ALL": "C",  # messages are looked through
            },
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
    """What went wrong, from what the tools said: the first line that tells of an error, else the last one."""
    said = _lines(done.stderr) + _lines(done.stdout)
    last = said[-1] if said else f"status {done.returncode}"
    if done.returncode == _OLD:
        return "native rules need Cython 3 or newer: pip install -U cython setuptools"
    if done.returncode == _REFUSED:
        told = next((line for line in said if _PLACED.search(line)), last)
        return f"Cython does not take these rules; this is a fault of tangrules, please report it: {told}"
    told = next((line for line in said if _TELLING.search(line)), last)
    return f"native rules could not be built (they need a working C compiler and Python's headers): {told}"


def _lines(text: str) -> list[str]:
    """The lines of what a tool said, fit to be shown in a terminal."""
    found = []
    for line in _COLOURS.sub("", text).splitlines():
        shown = "".join(sign if sign.isprintable() else " " for sign in line).strip()
        if shown:
            found.append(_COMMAND.sub(r"`\1`", shown)[:_SHOWN])
    return found
