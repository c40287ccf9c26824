"""What goes wrong in native rules is told as in compiled ones; what cannot be built is said in one line."""

from __future__ import annotations

import subprocess

import attrs
import pytest

from tangrules import ir
from tangrules.diagnostics.errors import UsageError
from tangrules.interpret import Machine as Interpreter
from tangrules.ir import Const, Load, Local
from tangrules.native import build as toolchain
from tangrules.runtime.state import new_state
from tests.emit.test_origins import FAILING, NUMBER, failure, program_of
from tests.native.test_lockstep import native
from tests.native.tools import needs_compiler
from tests.play import programs
from tests.play.programs import op, verb

pytestmark = needs_compiler


@pytest.mark.parametrize("name", FAILING)
def test_the_same_error_at_the_same_place(name: str) -> None:
    made = program_of((), (), FAILING[name])
    wanted, got = failure(Interpreter(made)), failure(native(made))
    assert str(got) == str(wanted)
    assert (got.span, got.trail) == (wanted.span, wanted.trail)
    assert got.trail == ("in verb2", "in verb1", "in verb0")


def test_verbs_that_call_themselves_without_end() -> None:
    again = ir.Invoke(1, (Local(0),), origin=2)
    body = verb("again", 2, (again,), framed=False)
    main = verb("main", 2, (again,), framed=True)
    made = attrs.evolve(program_of((), framed=True), verbs=(main, body))
    assert "E-FUEL" in str(failure(native(made)))


def test_values_that_ask_themselves_without_end_are_stopped_before_the_stack_of_c_is() -> None:
    number = ir.TypeInfo("number")
    body = op("add", 1, ir.CallValue(0, (op("add", Local(0), 1),)))
    value = ir.ValueDef("v", ("n",), (number,), number, False, 1, body)
    main = verb("main", 1, (ir.Store(0, Const(0), ir.CallValue(0, (Const(1),)), 3),), framed=True)
    made = attrs.evolve(program_of((), framed=True), verbs=(main,), values=(value,))
    assert failure(native(made)).span is not None


def test_numbers_too_wide_for_a_word_of_c_are_reckoned_as_by_the_interpreter() -> None:
    """9e18 is more than 2 ** 62: a product of three words of the state."""
    big = ir.ZoneDef("big", "value", 9, 1, low=-(2**31), high=2**31 - 1)
    read = Load(0, Const(0))
    cube = op("mul", op("mul", read, read), read)
    wide = op("mul", cube, read)
    store = (
        ir.Store(0, Const(0), Const(2_000_000_000)),
        ir.Store(0, Const(0), op("div", wide, cube)),
        ir.Store(0, Const(0), op("sub", read, op("gt", wide, Const(2**62)))),
    )
    made = program_of(store)
    made = attrs.evolve(made, zones=(attrs.evolve(big, base=NUMBER.base),))
    mine, theirs = new_state(made), new_state(made)
    native(made).run(mine)
    Interpreter(made).run(theirs)
    assert mine.V == theirs.V
    assert mine.V[NUMBER.base] == 2_000_000_000 - 1


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"need Cython and setuptools: pip install cython setuptools"):
        toolchain.build("nothing", "")


def test_a_compiler_that_is_not_there_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(UsageError, match="working C compiler") as caught:
        native(programs.duel())
    assert "\n" not in str(caught.value)
    assert "no-such-compiler" in str(caught.value)


TOLD = {
    "headers that are not there": (
        1,
        "rules.c:31:10: fatal error: Python.h: No such file or directory\ncompilation terminated.\n"
        "error: Command '['gcc', '-O1', '-c', 'rules.c']' returned non-zero exit status 1.\n",
        "Python.h: No such file or directory",
    ),
    "a compiler that says nothing": (
        1,
        "error: Command '['/usr/bin/cc', '-O1', '-c', 'rules.c']' returned non-zero exit status 1.\n",
        "error: `/usr/bin/cc` returned non-zero exit status 1.",
    ),
    "a compiler that paints": (1, "\x1b[31mnothing\x1b[0m works\x07\r\n", "nothing works"),
    "a compiler that ends without a word": (7, "", "status 7"),
    "an old Cython": (toolchain._OLD, "", "need Cython 3 or newer: pip install"),
    "a fault of this package": (
        toolchain._REFUSED,
        "Error compiling Cython file:\n---\nrules.pyx:9:6: local variable 'x' referenced before assignment\n\n",
        "report it: rules.pyx:9:6: local variable 'x' referenced before assignment",
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_the_line_that_tells_most_is_shown(name: str) -> None:
    status, said, wanted = TOLD[name]
    told = toolchain._failure(subprocess.CompletedProcess([], status, "", said))
    assert wanted in told
    assert told.isprintable()


def test_cython_that_refuses_is_told_apart() -> None:
    with pytest.raises(UsageError, match=r"Cython does not take these rules.*refused\.pyx:1:\d+: "):
        toolchain.build("refused", "cdef int = = 3\n")
