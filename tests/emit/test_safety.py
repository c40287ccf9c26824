"""Generated code holds names that the compiler made, numbers and nothing else, and sees a closed world."""

from __future__ import annotations

import ast
import io
import tokenize

import attrs
import pytest

from tangrules import ir
from tangrules.emit.loader import compile_program, fresh_names
from tangrules.emit.machine import Machine
from tangrules.emit.module import ModuleBuilder
from tests.emit.random_verbs import random_program
from tests.play import programs

HOSTILE = ("__class__", "x'); import os; ('", 'a"""b', "two\nlines", "{braces}", "\\", "S", "V[0]")


def renamed(program: ir.Program, name: str) -> ir.Program:
    """A program whose every name and title is hostile."""
    return attrs.evolve(
        program,
        name=name,
        title=name,
        zones=tuple(attrs.evolve(zone, name=name) for zone in program.zones),
        verbs=tuple(
            attrs.evolve(verb, name=name, params=(name,) * len(verb.params)) for verb in program.verbs
        ),
        values=tuple(attrs.evolve(value, name=name) for value in program.values),
        pieces=tuple(attrs.evolve(piece, name=name, title=name) for piece in program.pieces),
        tables=tuple(attrs.evolve(table, name=name) for table in program.tables),
        decisions=tuple(attrs.evolve(decision, name=name, prompt=name) for decision in program.decisions),
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_of_the_author_gets_in(name: str) -> None:
    plain, hostile = programs.cards(), renamed(programs.cards(), name)
    assert ModuleBuilder(hostile).main.text == ModuleBuilder(plain).main.text
    assert ModuleBuilder(hostile).playout.text == ModuleBuilder(plain).playout.text


@pytest.mark.parametrize("seed", range(8))
def test_only_names_numbers_and_operators(seed: int) -> None:
    builder = ModuleBuilder(random_program(seed))
    for text in (builder.main.text, builder.playout.text):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            assert token.type != tokenize.STRING
            assert not (
                token.type == tokenize.NAME
                and token.string.startswith("__")
                and token.string != "__getitem__"
            )
        for node in ast.walk(ast.parse(text)):
            assert not isinstance(node, (ast.Import, ast.ImportFrom, ast.Lambda, ast.ClassDef, ast.Global))
            if isinstance(node, ast.Attribute):
                assert node.attr in ATTRIBUTES


ATTRIBUTES = {
    *("V", "Z", "P", "stack", "append", "add", "get", "update", "count", "setdefault", "clear", "copy"),
    "__getitem__",
}


def test_the_world_is_closed() -> None:
    names = fresh_names()
    assert names["__builtins__"] == {}
    for forbidden in ("open", "eval", "exec", "getattr", "__import__", "type", "object", "print"):
        assert forbidden not in names


def test_machines_do_not_share_their_world() -> None:
    program = programs.duel()
    one, other = Machine(program), Machine(program)
    assert one.loaded.names is not other.loaded.names
    assert compile_program(program).main == compile_program(program).main
