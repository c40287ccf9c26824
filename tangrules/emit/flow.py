"""The shape of flattened code: what can be written as `if` and `for`, and the places that control comes
back to.

A *leader* is a pc that must be reachable from outside: the start, where a frame goes on after a call or an
answer, and the target of any jump that does not fit an `if` or a loop. Between leaders code is a list of
nodes.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from tangrules import ir


@attrs.frozen
class Step:
    """One instruction that control passes through."""

    pc: int


@attrs.frozen
class Goto:
    """Go on at a leader."""

    pc: int
    target: int


@attrs.frozen
class Branch:
    """`if` the test at pc holds `then`, else `otherwise`."""

    pc: int
    then: Nodes
    otherwise: Nodes


@attrs.frozen
class Loop:
    """A whole loop whose head, a Next or an Again, stands at pc."""

    pc: int
    body: Nodes


@attrs.frozen
class Break:
    pc: int


@attrs.frozen
class Continue:
    pc: int


Node: TypeAlias = Step | Goto | Branch | Loop | Break | Continue
Nodes: TypeAlias = tuple[Node, ...]


class Flow:
    """Blocks of nodes by leader."""

    def __init__(self, code: ir.Code, asks: frozenset[int], entries: frozenset[int]) -> None:
        """`asks`: pcs of framed calls; `entries`: more places that control may come to."""
        self.code = code.instructions
        self.leaders = {0, *entries}
        for pc, done in enumerate(self.code):
            if isinstance(done, ir.Choose):
                self.leaders |= {pc, *code.targets[pc]}
            elif isinstance(done, ir.Secret):
                self.leaders |= {pc, pc + 1}
            elif pc in asks:
                self.leaders.add(pc + 1)
        self.leaders = {pc for pc in self.leaders if pc < len(self.code)}
        self.blocks: dict[int, Nodes] = {}
        self._settle()

    def _settle(self) -> None:
        """Structure the code; jumps that do not fit make their targets leaders, until all is well."""
        while True:
            self.missing: set[int] = set()
            order = sorted(self.leaders)
            ends = [*order[1:], len(self.code)]
            self.blocks = {
                start: self._nodes(start, end, None) for start, end in zip(order, ends, strict=True)
            }
            if self.missing <= self.leaders:
                return
            self.leaders |= self.missing

    def _nodes(self, start: int, end: int, loop: tuple[int, int] | None) -> Nodes:
        """The code from start to end; `loop`: the head and the end of the loop that it is the body of."""
        found: list[Node] = []
        pc = start
        while pc < end:
            done = self.code[pc]
            if isinstance(done, ir.Jump):
                if done.target != end or pc != end - 1:
                    found.append(self._goto(pc, done.target, loop))
                return tuple(found)
            if isinstance(done, ir.JumpUnless):
                branch, pc = self._branch(pc, done, end, loop)
                found += branch
            elif isinstance(done, (ir.Next, ir.Again)):
                head, pc = self._loop(pc, done, end, loop)
                found += head
            else:
                found.append(Step(pc))
                if isinstance(done, (ir.Return, ir.Choose)):
                    return tuple(found)
                pc += 1
        return tuple(found)

    def _goto(self, pc: int, target: int, loop: tuple[int, int] | None) -> Node:
        if loop is not None and target == loop[0]:
            return Continue(pc)
        if loop is not None and target == loop[1]:
            return Break(pc)
        self.missing.add(target)
        return Goto(pc, target)

    def _free(self, start: int, end: int) -> bool:
        """Whether no leader stands in a piece of code."""
        return not any(start <= pc < end for pc in self.leaders)

    def _branch(
        self, pc: int, done: ir.JumpUnless, end: int, loop: tuple[int, int] | None
    ) -> tuple[list[Node], int]:
        target = done.target
        if not (pc < target <= end and self._free(pc + 1, target)):
            return [Branch(pc, (), (self._goto(pc, target, loop),))], pc + 1
        last = self.code[target - 1]
        if target - 1 > pc and isinstance(last, ir.Jump) and target <= last.target <= end:
            after = last.target
            if self._free(target, after):
                then = self._nodes(pc + 1, target - 1, loop)
                return [Branch(pc, then, self._nodes(target, after, loop))], after
        return [Branch(pc, self._nodes(pc + 1, target, loop), ())], target

    def _loop(
        self, pc: int, done: ir.Next | ir.Again, end: int, loop: tuple[int, int] | None
    ) -> tuple[list[Node], int]:
        after = done.target
        whole = pc + 1 < after <= end and self.code[after - 1] == ir.Jump(pc) and self._free(pc, after)
        if whole:
            missing = set(self.missing)
            body = self._nodes(pc + 1, after - 1, (pc, after))
            if self.missing == missing and not has_goto(body):
                return [Loop(pc, body)], after
            self.missing = missing
        self.missing.add(pc)
        return [Branch(pc, (), (self._goto(pc, after, loop),)), Step(pc)], pc + 1


def has_goto(nodes: Nodes) -> bool:
    """Whether control may leave these nodes for a leader."""
    for node in nodes:
        if isinstance(node, Goto):
            return True
        if isinstance(node, Branch) and (has_goto(node.then) or has_goto(node.otherwise)):
            return True
    return False
