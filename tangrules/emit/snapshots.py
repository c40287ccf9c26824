"""Answers kept while the part of the state that they were read from stays the same.

A *group* is a set of zones. `seen_N(V)` returns what is kept for their present content: `(words, answers, nexts,
wholes, …)`. When words have changed the answers are forgotten, unless it can be told that they hang on others, and on
reaches that still hold. Of a reach `nexts` holds the steps, node by node, and `wholes` what is reached from a node,
where everything that is reached leads back: of these only that is forgotten that the changed words matter to.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from tangrules.emit.footprint import NoFootprint, footprint
from tangrules.emit.helpers import shifted
from tangrules.emit.rewrite import free, may_fail
from tangrules.emit.terms import Call, Fold, Heap, Prim, Reach, Size, Term, Word, children, walk
from tangrules.emit.writer import NOWHERE, Line

if TYPE_CHECKING:
    from tangrules.emit.context import Context

WORDS_AT_MOST = 300
NODES_AT_MOST = 4096

LISTS = ("nexts", "wholes")
"""What is kept of a reach."""

CHANGES_AT_MOST = 16
"""If more words have changed, nothing that was known of a reach is worth the search for what still holds."""

LONG = 6
"""Stretches of nodes that are so long on the average are forgotten as stretches, shorter ones node by node."""

Group = tuple[int, ...]


@attrs.define
class Steps:
    """The steps of a reach: the number of their lists, for each word the nodes that it matters to, and the function
    that makes the steps of a node. `fails`: that may fail. `whole`: what is reached is kept, too.
    """

    number: int
    nodes: int
    matters: dict[int, list[int]]
    make: str
    fails: bool = False
    whole: bool = False

    def is_compared(self) -> bool:
        """Whether the steps of a node that may have changed are made at once, to see whether they have: where nodes that
        are forgotten together are few, and steps that nobody asks for do not fail.
        """
        if self.fails:
            return False
        runs = [run for nodes in self.matters.values() for run in _runs(nodes)]
        return sum(high - low for low, high, _ in runs) < LONG * len(runs)

    @property
    def place(self) -> int:
        """Where what is kept has the first of its lists."""
        return len(LISTS) * self.number + 2


class Snapshots:
    """The groups of a program and what is kept for each."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.numbers: dict[Group, int] = {}
        self.steps: dict[Group, list[Steps]] = {}
        self.members: dict[Group, list[tuple[int, Term]]] = {}
        self.wholes: set[int] = set()
        self.functions: list[Line] = []

    # ------------------------------------------------------------------ groups

    def group(self, kind: str, index: int) -> Group | None:
        """The zones that a value is read from, if its answers may be kept."""
        program = self.context.program
        if kind != "value" or index not in self.context.convert.policy.heavy:
            return None
        if any(type_.form in ("list", "text") for type_ in program.values[index].types):
            return None
        zones = self.zones(self.context.term(kind, index))
        if not zones or sum(program.zones[zone].count for zone in zones) > WORDS_AT_MOST:
            return None
        return tuple(sorted(zones))

    def zones(self, term: Term) -> set[int] | None:
        """The zones of V that a term reads, None if it reads something else."""
        found: set[int] = set()
        for part in walk(term):
            match part:
                case Word(zone):
                    found.add(zone)
                case Heap() | Size() | Prim("place"):
                    return None
                case Call(index, _, legal):
                    inner = self.zones(self.context.term("legal" if legal else "value", index))
                    if inner is None:
                        return None
                    found |= inner
                case _:
                    pass
        return found

    def shared(self, term: Term) -> Group | None:
        """The group that is asked more than once while a term is evaluated."""
        asked: Counter[Group] = Counter()
        self._ask(term, 1, asked)
        often = [group for group, count in asked.items() if count > 1]
        return max(often, key=lambda group: asked[group]) if often else None

    def _ask(self, term: Term, times: int, asked: Counter[Group]) -> None:
        if isinstance(term, Call) and not term.legal:
            group = self.group("value", term.index)
            if group is not None:
                asked[group] += times
        inner = times * 8 if isinstance(term, (Fold, Reach)) else times
        first = term.binds[0].domain if isinstance(term, Fold) else None
        for child in children(term):
            self._ask(child, times if child is first else inner, asked)

    def is_whole(self, value: int) -> bool:
        """Whether a value is what is reached from its argument, so that it may be kept node by node."""
        term = self.context.term("value", value)
        return isinstance(term, Reach) and [term.start] == list(self.context.params("value", value))

    def number(self, group: Group) -> int:
        self.steps.setdefault(group, [])
        return self.numbers.setdefault(group, len(self.numbers))

    # ------------------------------------------------------------------ steps of reaches

    def steps_of(self, group: Group, reach: Reach) -> Steps | None:
        """Where the steps of a reach are kept, node by node; None if the words they read cannot be told."""
        from tangrules.emit.loops import Loops

        bounds = self.context.facts.vars.get(reach.var.name)
        zones = self.zones(reach.step)
        if zones is None or not zones <= set(group):
            return None
        if bounds is None or not 0 <= bounds[1] < NODES_AT_MOST or free(reach.step) != {reach.var.name}:
            return None
        matters: dict[int, list[int]] = {}
        try:
            for node in range(bounds[1] + 1):
                for word in footprint(reach.step, {reach.var.name: node}, self.context.facts):
                    matters.setdefault(word, []).append(node)
        except NoFootprint:
            return None
        kept = self.steps.setdefault(group, [])
        name = f"step_{self.number(group)}_{len(kept)}"
        steps = Steps(len(kept), bounds[1] + 1, matters, name, may_fail(reach.step))
        kept.append(steps)
        loops = Loops(self.context)
        with loops.w.block(f"def {name}(V, {reach.var.name}):"):
            loops.w.line("out = []")
            loops.steps_into(reach.step, "out")
            loops.w.line("return out")
        self.functions += loops.w.lines
        return steps

    # ------------------------------------------------------------------ the functions of groups

    def lines(self) -> list[Line]:
        """The functions of all groups, once everything else has been written."""
        found = list(self.functions)
        for group, number in self.numbers.items():
            found += [(depth, text, NOWHERE) for depth, text in self._seen(group, number)]
        return found

    def _seen(self, group: Group, number: int) -> list[tuple[int, str]]:
        zones = [self.context.program.zones[zone] for zone in group]
        words = [at for zone in zones for at in range(zone.base, zone.base + zone.count)]
        slices = " + ".join(f"V[{zone.base}:{zone.base + zone.count}]" for zone in zones)
        steps = self.steps[group]
        names = [f"{name}{one.number}" for one in steps for name in LISTS]
        rest = "".join(f", {name}" for name in names)
        blank = "".join(f", {self._blank(one, name)}" for one in steps for name in LISTS)
        nothing = f"(None, {{}}{', []' * len(names)})"
        lines = [
            (0, f"Q{number} = [{nothing}]"),
            (0, f"def seen_{number}(V):"),
            (1, f"kept = Q{number}[0]"),
            (1, f"words = {slices}"),
            (1, "if words == kept[0]: return kept"),
            (1, f"old, answers{rest} = kept"),
            *self._changed(group),
            (1, "if old is None:"),
            (2, f"kept = (words, {{}}{blank})"),
            (1, "else:"),
        ]
        if steps:
            # The lists are changed where they stand; should that fail on the way, nothing is known any more.
            lines += [(2, f"Q{number}[0] = {nothing}"), (2, "for i in changed:")]
        lasting = self._lasting(group)
        if lasting is not None:
            flags = tuple(int(word in lasting) for word in words)
            lines.insert(-1, (2, "lasts = None not in answers"))
            lines.append((3, f"if {self.context.constant(flags)}[i]: lasts = False"))
        for one in steps:
            lines += self._forget(one, words, lasting is not None)
        lines += [
            (2, f"kept = (words, {'{}' if lasting is None else 'answers if lasts else {}'}{rest})"),
            (1, f"Q{number}[0] = kept"),
            (1, "return kept"),
        ]
        return lines

    def _changed(self, group: Group) -> list[tuple[int, str]]:
        """Which words have changed; if they are many, all is forgotten."""
        if not self.steps[group]:
            return []
        zones = [self.context.program.zones[zone] for zone in group]
        pieces = shifted((zone.base, zone.base + zone.count) for zone in zones)
        return [
            (1, "if old is not None:"),
            (2, f"changed = differing(words, old, H, {pieces})"),
            (2, f"if len(changed) > {CHANGES_AT_MOST}: old = None"),
        ]

    def _blank(self, steps: Steps, name: str) -> str:
        return f"[None] * {steps.nodes}" if steps.whole or name == LISTS[0] else "[]"

    def _lasting(self, group: Group) -> set[int] | None:
        """The words that the answers of a group depend on, besides what is reached from nodes; None if that cannot be
        told.
        """
        steps, found = self.steps[group], set[int]()
        if not steps or not all(one.whole and one.is_compared() for one in steps):
            return None
        wholes = {value for value, _ in self.members[group]} & self.wholes
        for value, term in self.members[group]:
            if value not in wholes:
                try:
                    found |= footprint(term, {}, self.context.facts, wholes)
                except NoFootprint:
                    return None
        return found

    def _forget(self, steps: Steps, words: list[int], lasting: bool) -> list[tuple[int, str]]:
        """What the change of word `i` makes forgotten of a reach."""
        nexts, wholes = (f"{name}{steps.number}" for name in LISTS)
        if steps.whole and steps.is_compared():
            nodes = tuple(tuple(steps.matters.get(word, [])) for word in words)
            return [
                (3, f"for node in {self.context.constant(nodes)}[i]:"),
                (4, f"whole = {wholes}[node]"),
                (4, "if whole is None:"),
                (5, f"{nexts}[node] = None"),
                (5, "continue"),
                (4, f"steps = {steps.make}(V, node)"),
                (4, f"if steps == {nexts}[node]: continue"),
                (4, f"{nexts}[node] = steps"),
                (4, f"for one in whole: {wholes}[one] = None"),
                *([(4, "lasts = False")] if lasting else []),
            ]
        matters = tuple(_runs(steps.matters.get(word, [])) for word in words)
        lines = [
            (3, f"for low, high, none in {self.context.constant(matters)}[i]:"),
            (4, f"{nexts}[low:high] = none"),
        ]
        if steps.whole:
            lines += [
                (4, f"for whole in {wholes}[low:high]:"),
                (5, "if whole is not None:"),
                (6, f"for one in whole: {wholes}[one] = None"),
            ]
        return lines


def _runs(nodes: list[int]) -> tuple[tuple[int, int, tuple[None, ...]], ...]:
    """Nodes as stretches, each with as many times nothing."""
    runs: list[list[int]] = []
    for node in sorted(nodes):
        if runs and runs[-1][1] == node:
            runs[-1][1] = node + 1
        else:
            runs.append([node, node + 1])
    return tuple((low, high, (None,) * (high - low)) for low, high in runs)
