"""Structured bodies to flat code with jumps, and which slots still matter where a verb may be suspended."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.lower.liveness import live_slots


@attrs.define
class _Code:
    """Code being written; jumps to labels are patched when the label's end is known."""

    out: list[ir.Instruction] = attrs.Factory(list)
    targets: dict[int, tuple[int, ...]] = attrs.Factory(dict)
    starts: dict[int, int] = attrs.Factory(dict)
    exits: dict[int, list[int]] = attrs.Factory(dict)

    def add(self, instruction: ir.Instruction) -> int:
        self.out.append(instruction)
        return len(self.out) - 1

    @property
    def here(self) -> int:
        return len(self.out)


def flatten(body: ir.Body) -> tuple[ir.Code, dict[int, int]]:
    """The code of a verb, and the pc at which each block begins."""
    code = _Code()
    _body(code, body)
    code.add(ir.Return())
    if code.exits:
        raise AssertionError(f"exit of a block that is not around it: {sorted(code.exits)}")
    instructions = tuple(code.out)
    live = live_slots(instructions, code.targets)
    return ir.Code(instructions, live, code.targets), code.starts


def _body(code: _Code, body: ir.Body) -> None:
    for stmt in body:
        _stmt(code, stmt)


def _stmt(code: _Code, stmt: ir.Stmt) -> None:
    match stmt:
        case ir.If():
            _if(code, stmt)
        case ir.ForEach():
            _for_each(code, stmt)
        case ir.Repeat():
            _repeat(code, stmt)
        case ir.Block():
            code.starts[stmt.label] = code.here
            _body(code, stmt.body)
            for at in code.exits.pop(stmt.label, []):
                code.out[at] = ir.Jump(code.here)
        case ir.Exit():
            code.exits.setdefault(stmt.label, []).append(code.add(ir.Jump(-1)))
        case ir.Choose():
            _choose(code, stmt)
        case ir.Secret():
            code.add(ir.Let(stmt.result, ir.Const(()), stmt.origin))
            at = code.add(stmt)
            code.targets[at] = ()
        case _:
            code.add(stmt)


def _if(code: _Code, stmt: ir.If) -> None:
    test = code.add(ir.JumpUnless(stmt.test, -1, stmt.origin))
    _body(code, stmt.then)
    if not stmt.otherwise:
        code.out[test] = ir.JumpUnless(stmt.test, code.here, stmt.origin)
        return
    over = code.add(ir.Jump(-1))
    code.out[test] = ir.JumpUnless(stmt.test, code.here, stmt.origin)
    _body(code, stmt.otherwise)
    code.out[over] = ir.Jump(code.here)


def _for_each(code: _Code, stmt: ir.ForEach) -> None:
    code.add(ir.Let(stmt.kept, stmt.items, stmt.origin))
    code.add(ir.Let(stmt.index, ir.Const(0), stmt.origin))
    head = code.add(ir.Jump(-1))
    _body(code, stmt.body)
    code.add(ir.Jump(head))
    code.out[head] = ir.Next(stmt.slot, stmt.kept, stmt.index, code.here)


def _repeat(code: _Code, stmt: ir.Repeat) -> None:
    times = ir.Op("least", (stmt.times, ir.Const(10_000)))
    code.add(ir.Let(stmt.left, times, stmt.origin))
    head = code.add(ir.Jump(-1))
    _body(code, stmt.body)
    code.add(ir.Jump(head))
    code.out[head] = ir.Again(stmt.left, code.here)


def _choose(code: _Code, stmt: ir.Choose) -> None:
    """The bodies follow the question one after another; each jumps behind the last."""
    at = code.add(stmt)
    targets: list[int] = []
    jumps: list[int] = []
    for alternative in stmt.alternatives:
        targets.append(code.here)
        _body(code, alternative.body)
        jumps.append(code.add(ir.Jump(-1)))
    targets.append(code.here)
    _body(code, stmt.otherwise)
    for jump in jumps:
        code.out[jump] = ir.Jump(code.here)
    code.targets[at] = tuple(targets)
    # The bodies are code now; the question itself keeps only what its answers need.
    bare = tuple(attrs.evolve(a, body=()) for a in stmt.alternatives)
    code.out[at] = attrs.evolve(stmt, alternatives=bare, otherwise=())
