"""What conditions say in their author's words, so that a refusal can tell which part fails and with which numbers."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tangrules import ir
from tangrules.check.costs import both
from tangrules.check.expressions import silently
from tangrules.check.narrow import refine
from tangrules.check.operators import ORDER
from tangrules.check.scope import Scope
from tangrules.check.world import World
from tangrules.syntax import tree

Path = tuple[int, ...]


def source_text(world: World, written: tree.Expr) -> str:
    """An expression as its author wrote it, on one line."""
    span = written.span
    lines = world.model.sources.get(span.file, "").removeprefix("\ufeff").splitlines()
    lines = lines[span.line - 1 : span.end_line]
    if lines:
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())


def parts_of(scope: Scope, written: tree.Expr, test: ir.Expr, path: Path = ()) -> tuple[ir.Part, ...]:
    """The parts of a condition that is `test`; `path`: where it stands in the test that is kept."""
    return tuple(_parts(scope, written, test, path, unwanted=False))


def below(place: int, parts: tuple[ir.Part, ...]) -> tuple[ir.Part, ...]:
    """The parts of a test that has become the n-th argument of another one."""
    return tuple(attrs.evolve(part, path=(place, *part.path)) for part in parts)


def guarded_start(
    guard: ir.Expr | None, parts: tuple[ir.Part, ...], start: ir.Expr | None
) -> tuple[ir.Expr | None, tuple[ir.Part, ...]]:
    """A guard with the costs at the start behind it, and its parts there."""
    return both(guard, start), parts if guard is None or start is None else below(0, parts)


def _parts(
    scope: Scope, written: tree.Expr, test: ir.Expr, path: Path, *, unwanted: bool
) -> Iterator[ir.Part]:
    match written, test:
        case tree.Binary(op="and" | "or" as op), ir.Op(op=known, args=(left, right)) if op == known:
            yield from _parts(scope, written.left, left, (*path, 0), unwanted=unwanted)
            inside = refine(scope, written.left, op == "and")
            yield from _parts(inside, written.right, right, (*path, 1), unwanted=unwanted)
        case tree.Not(value=value), ir.Op(op="not", args=(inner,)):
            yield from _parts(scope, value, inner, (*path, 0), unwanted=not unwanted)
        case _:
            yield _part(scope, written, path, unwanted=unwanted)


def _part(scope: Scope, written: tree.Expr, path: Path, *, unwanted: bool) -> ir.Part:
    text = source_text(scope.world, written)
    if not isinstance(written, tree.Binary) or not _compares_numbers(scope, written):
        return ir.Part(path, text, unwanted=unwanted)
    left, right = (_called(scope.world, side) for side in (written.left, written.right))
    return ir.Part(path, text, left, right, unwanted)


def _compares_numbers(scope: Scope, written: tree.Binary) -> bool:
    if written.op in ORDER:
        return True
    if written.op not in ("is", "is not") or isinstance(written.right, tree.NothingLit):
        return False
    typed = silently(scope, written.left)
    return typed is not None and typed.type.form == "number"


def _called(world: World, side: tree.Expr) -> str:
    return "" if isinstance(side, tree.NumberLit) else source_text(world, side)
