"""Native rules in memory, with the interface of compiled ones."""

from __future__ import annotations

import importlib.util
import marshal
import sysconfig
import tempfile
from collections.abc import Callable
from hashlib import sha256
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from random import Random
from typing import Any

import attrs

from tangrules.cache import read, write
from tangrules.diagnostics.errors import UsageError
from tangrules.emit.loader import Compiled, Loaded, cache_key
from tangrules.emit.loader import load as load_compiled
from tangrules.emit.module import ModuleBuilder
from tangrules.emit.writer import Place
from tangrules.ir import Program
from tangrules.native.build import build
from tangrules.native.slots import slots_of
from tangrules.native.source import Source, translate

KIND = "native"


@attrs.frozen
class Library:
    """An extension module as bytes, and the line of generated code that each line of its source comes from."""

    name: str
    content: bytes
    lines: tuple[int, ...]


class Native(Loaded):
    """The functions of a program in machine code."""

    def __init__(self, compiled: Compiled, library: Library) -> None:
        self.compiled = compiled
        self.file = f"{library.name}.pyx"
        self.lines = library.lines
        self.names: dict[str, Any] = _names(library)

    def play(self) -> dict[int, Callable[..., int]]:
        found: dict[int, Callable[..., int]] = self.names["PLAY"]
        return found

    def game(self, rng: Random | int) -> Any:
        own = isinstance(rng, int) and 0 <= rng < 1 << 64
        return self.names["Playing"](rng if own or isinstance(rng, Random) else Random(rng))

    def place(self, filename: str, line: int) -> Place | None:
        if Path(filename).name != self.file or not 1 <= line <= len(self.lines):
            return None
        at = self.lines[line - 1] - 1
        if at < 0:
            return None
        main = self.compiled.main_places
        return main[at] if at < len(main) else self.compiled.playout_places[at - len(main)]


def load(program: Program) -> Native:
    """The functions of a program in machine code: from the cache, or built now, which may take a minute.

    Raises UsageError if they cannot be built.
    """
    found = _kept(program)
    if found is None:
        library = make(program)
        found = Native(load_compiled(program).compiled, library)  # only what can be loaded is kept
        write(KIND, _key(program), marshal.dumps(attrs.astuple(library)))
    return found


def _kept(program: Program) -> Native | None:
    """What is in the cache, if it is whole and this machine can load it."""
    kept = read(KIND, _key(program))
    library = None if kept is None else _unpacked(kept)
    if library is None:
        return None
    try:
        return Native(load_compiled(program).compiled, library)
    except UsageError:
        return None


def make(program: Program) -> Library:
    """Build a program's machine code, whatever the cache holds."""
    source = source_of(program)
    name = f"tangrules_{sha256(source.text.encode()).hexdigest()[:20]}"
    return Library(name, build(name, source.text), source.lines)


def is_built(program: Program) -> bool:
    """Whether a program's machine code is in the cache."""
    return _kept(program) is not None


def source_of(program: Program) -> Source:
    """The Cython source of a program."""
    builder = ModuleBuilder(program)
    source = translate(builder.main.text + builder.playout.text, slots_of(program))
    head = len(builder.main.constants)  # their lines come from no rule
    return Source(source.text, tuple(max(0, line - head) for line in source.lines))


def _key(program: Program) -> str:
    return f"{sysconfig.get_config_var('EXT_SUFFIX')} {cache_key(program)}"


def _unpacked(kept: bytes) -> Library | None:
    try:
        return Library(*marshal.loads(kept))
    except (EOFError, TypeError, ValueError):
        return None


def _names(library: Library) -> dict[str, Any]:
    """Load an extension module, once in a process. Its file is needed only until then, except where open files
    cannot go.
    """
    if library.name in _loaded:
        return _loaded[library.name]
    with tempfile.TemporaryDirectory(prefix="tangrules-", ignore_cleanup_errors=True) as folder:
        path = Path(folder, f"{library.name}{sysconfig.get_config_var('EXT_SUFFIX')}")
        path.write_bytes(library.content)
        loader = ExtensionFileLoader(library.name, str(path))
        spec = importlib.util.spec_from_file_location(library.name, path, loader=loader)
        assert spec is not None
        try:
            module = importlib.util.module_from_spec(spec)
            loader.exec_module(module)
        except ImportError as error:
            hint = "TMPDIR names the folder for what is loaded"
            raise UsageError(f"native rules could not be loaded: {error} ({hint})") from None
    _loaded[library.name] = module.NAMES
    return _loaded[library.name]


_loaded: dict[str, dict[str, Any]] = {}
"""What extension modules gave: they cannot be begun twice."""
