"""What all functions of a generated module share: its tables and constants, and what each value needs of
the state.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tangrules import ir
from tangrules.emit.convert import Converter
from tangrules.emit.joints import Joints
from tangrules.emit.nest import Nest, nest_of
from tangrules.emit.pivot import Analysis, Joint
from tangrules.emit.share import Sharer
from tangrules.emit.snapshots import Snapshots
from tangrules.emit.standing import StandingSearches
from tangrules.emit.terms import Call, Fold, Heap, Prim, Size, Term, Tup, Var, Word, walk

SHORT = 8
"""A constant tuple of so many numbers is written where it is used."""


@attrs.frozen
class Decision:
    """The parameters of the functions of a decision: which of S, V, Z, P they take, and which slots."""

    state: tuple[str, ...]
    slots: tuple[int, ...]

    def given(self, slot: Callable[[int], str]) -> str:
        """The arguments, with each slot written by `slot`."""
        return ", ".join([*self.state, *[slot(number) for number in self.slots]])


class Context:
    """The module under construction."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.convert = Converter(program)
        self.facts = self.convert.facts
        self.names = self.convert.names
        self.share = Sharer(self.convert.folds, self.is_kept)
        self.joints = Joints(self)
        self.snapshots = Snapshots(self)
        self.standing = StandingSearches(self)
        self.analysis = Analysis(self.facts, self.names)
        self.tables: dict[int, str] = {}
        self.constants: dict[object, str] = {}
        self.decisions: dict[tuple[int, int], Decision] = {}
        self._joints: dict[Fold, Joint | None] = {}
        self._terms: dict[tuple[str, int], Term] = {}
        self._needs: dict[tuple[str, int], frozenset[str]] = {}

    def joint_of(self, fold: Fold) -> Joint | None:
        """A fold that asks whether there is something, as a joint choice, if looking things up is worth
        it.
        """
        if fold not in self._joints:
            nest = nest_of(fold) if fold.op in ("any", "none") else None
            joint = None if nest is None else self.analysis.joint(nest)
            if joint is not None:
                deep = Nest(joint.binders(), joint.rest).levels()[len(joint.head) + 1 :]
                if any(deep) or not (joint.mixed or joint.head):
                    joint = None
            self._joints[fold] = joint
        return self._joints[fold]

    def is_kept(self, fold: Fold) -> bool:
        """Whether a fold is looked up as it stands."""
        return self.joint_of(fold) is not None or self.standing.of(fold) is not None

    # ------------------------------------------------------------------ tables and constants

    def table(self, index: int) -> str:
        return self.tables.setdefault(index, f"T{index}")

    def constant(self, value: object) -> str:
        """A constant as text: itself if short, else the name of a global."""
        if isinstance(value, int):
            return str(value)
        if isinstance(value, tuple) and len(value) <= SHORT and all(isinstance(item, int) for item in value):
            return repr(value)
        return self.constants.setdefault(value, f"K{len(self.constants)}")

    def answers(self, prefix: int | None, elements: tuple[int, ...]) -> str:
        """A constant with the answer for each element that may be picked, at the place of its number."""
        head = () if prefix is None else (prefix,)
        picked = set(elements)
        every = range(max(elements) + 1)
        return self.constant(tuple((*head, one) if one in picked else None for one in every))

    def globals(self) -> dict[str, object]:
        """Tables and constants by name."""
        found: dict[str, object] = {
            name: self.facts.tables[index].values for index, name in self.tables.items()
        }
        return found | {name: value for value, name in self.constants.items()}

    # ------------------------------------------------------------------ values and requirements

    def params(self, kind: str, index: int) -> tuple[Var, ...]:
        """The arguments of a value or of the requirements of a verb, as variables."""
        source = self.program.values if kind == "value" else self.program.verbs
        letter = "a" if kind == "value" else "r"
        names = []
        for number, type_ in enumerate(source[index].types):
            names.append(Var(f"{letter}{index}_{number}"))
            found = self.facts.of_type(type_)
            if found is not None:
                self.facts.vars[names[-1].name] = found
        return tuple(names)

    def term(self, kind: str, index: int) -> Term:
        """What a value is, or whether the requirements of a verb hold, in terms of its parameters."""
        key = (kind, index)
        if key not in self._terms:
            env: dict[int, Term] = dict(enumerate(self.params(kind, index)))
            if kind == "value":
                body: ir.Expr = self.program.values[index].body
            else:
                body = ir.Op("and", tuple(test.test for test in self.program.verbs[index].requirements))
            self._terms[key] = self.share.shared(self.convert.term(body, env))
        return self._terms[key]

    def needs(self, kind: str, index: int) -> frozenset[str]:
        """Which of V, Z, P the function of a value takes."""
        key = (kind, index)
        if key not in self._needs:
            self._needs[key] = frozenset("VZP")
            self._needs[key] = self.needs_of(self.term(kind, index))
        return self._needs[key]

    def needs_of(self, term: Term) -> frozenset[str]:
        found: set[str] = set()
        for part in walk(term):
            match part:
                case Word():
                    found.add("V")
                case Heap() | Size():
                    found.add("Z")
                case Prim(op="place"):
                    found.add("P")
                case Fold() if self.joint_of(part) is not None:
                    found.add("V")
                case Call(index, _, legal):
                    found |= self.needs("legal" if legal else "value", index)
                case _:
                    pass
        return frozenset(found)


def is_long(term: Term) -> bool:
    return isinstance(term, Tup) and len(term.values) > SHORT
