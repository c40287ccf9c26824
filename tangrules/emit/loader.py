"""Compiled programs in memory: the generated code, run in an empty world of its own."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from random import Random
from types import CodeType
from typing import Any

import attrs

from tangrules.cache import compiler_stamp, read, write
from tangrules.emit.effects import EFFECTS
from tangrules.emit.helpers import HELPERS, PYTHON, others
from tangrules.emit.writer import Place
from tangrules.ir import Program
from tangrules.uncollected import uncollected

KIND = "emit"
MAIN, PLAY = "<tangrules main {}>", "<tangrules playouts {}>"


@attrs.frozen
class Compiled:
    """What is kept of a compilation: constants by name, two code objects, the places of their lines, what values
    need of the state.
    """

    constants: dict[str, object]
    main: CodeType
    playout: CodeType
    main_places: tuple[Place, ...]
    playout_places: tuple[Place, ...]
    value_needs: tuple[str, ...]
    legal_needs: tuple[str, ...]


class Loaded:
    """The functions of a compiled program."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.names: dict[str, Any] = fresh_names() | compiled.constants
        self._playout = False
        exec(compiled.main, self.names)

    def play(self) -> dict[int, Callable[..., int]]:
        """The functions of framed verbs that answer at random."""
        if not self._playout:
            exec(self.compiled.playout, self.names)
            self._playout = True
        found: dict[int, Callable[..., int]] = self.names["PLAY"]
        return found

    def game(self, rng: Random | int) -> Any:
        """What random playouts hand on as `G`: what gives random numbers, and how many decisions there were."""
        return [(Random(rng) if isinstance(rng, int) else rng).random, 0]

    def value(self, index: int) -> tuple[Callable[..., object], str]:
        return self.names[f"value_{index}"], self.compiled.value_needs[index]

    def legal(self, verb: int) -> tuple[Callable[..., object], str]:
        return self.names[f"legal_{verb}"], self.compiled.legal_needs[verb]

    def place(self, filename: str, line: int) -> Place | None:
        """The rule that a line of generated code comes from."""
        if filename == self.compiled.main.co_filename:
            return self.compiled.main_places[line - 1]
        if filename == self.compiled.playout.co_filename:
            return self.compiled.playout_places[line - 1]
        return None


def fresh_names() -> dict[str, Any]:
    """All that generated code can see."""
    names: dict[str, Any] = {"__builtins__": {}, **others()}
    for function in (*PYTHON, *HELPERS, *EFFECTS):
        names[function.__name__] = function
    return {**names, "F": [0], "TAKE": {}, "ASK": {}, "SEAT": {}}


@uncollected()
def compile_program(program: Program) -> Compiled:
    """Write and compile the modules of a program."""
    from tangrules.emit.module import ModuleBuilder  # late: what was compiled before needs no compiler

    builder = ModuleBuilder(program)
    context = builder.context
    mark = f"{program.fingerprint} {program.players}"
    return Compiled(
        builder.main.constants,
        compile(builder.main.code, MAIN.format(mark), "exec", dont_inherit=True),
        compile(builder.playout.code, PLAY.format(mark), "exec", dont_inherit=True),
        builder.main.places,
        builder.playout.places,
        tuple(
            "".join(name for name in "VZP" if name in context.needs("value", index))
            for index in range(len(program.values))
        ),
        tuple(
            "".join(name for name in "VZP" if name in context.needs("legal", index))
            if verb.requirements
            else ""
            for index, verb in enumerate(program.verbs)
        ),
    )


def load(program: Program) -> Loaded:
    """The functions of a program, from the cache if it was compiled before."""
    key = cache_key(program)
    kept = read(KIND, key)
    compiled = None if kept is None else unpacked(kept)
    if compiled is None:
        compiled = compile_program(program)
        write(KIND, key, packed(compiled))
    return Loaded(compiled)


def cache_key(program: Program) -> str:
    """What a compilation depends on. The same texts give more verbs and values when their examples are kept."""
    examples = len(program.examples), len(program.verbs), len(program.values)
    return f"{compiler_stamp()} {program.fingerprint} {program.name} {program.players} {examples}"


def packed(compiled: Compiled) -> bytes:
    """A compilation as bytes, for the cache."""
    return marshal.dumps(attrs.astuple(compiled, recurse=False))


def unpacked(kept: bytes) -> Compiled | None:
    """A compilation from the cache, None if it is not whole."""
    try:
        return Compiled(*marshal.loads(kept))
    except (EOFError, TypeError, ValueError):
        return None
