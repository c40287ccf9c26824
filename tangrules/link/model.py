"""The linked model: every declaration after all packs' changes, still in the author's words.

Linking works on syntax trees: it chooses the packs, applies `replace`, `remove`, `add step|option`, `extend`,
unwraps `while`, `with` and `for N players`, and reports clashes. It resolves and types nothing inside bodies.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import attrs

from tangrules.syntax import tree

T_co = TypeVar("T_co", covariant=True)


@attrs.frozen
class Change:
    """A change another pack made to a declaration: `explain` prints these under the base text."""

    pack: str
    op: str  # add replace remove extend
    what: str  # "step pay", "option coins", "value", …
    item: tree.Item


@attrs.frozen
class Rule(Generic[T_co]):
    """A declaration with the pack it comes from and the `while` conditions around it (outermost first)."""

    item: T_co
    pack: str
    conditions: tuple[tree.Expr, ...] = ()
    changes: tuple[Change, ...] = ()


@attrs.frozen
class LinkedStep:
    """Provenance of a step that another pack added or replaced, for messages."""

    verb: str
    label: str
    pack: str


@attrs.frozen
class Model:
    """All declarations by name, in canonical order (packs in topological order, then source order).

    Names are unique among icons sets, kinds, tables, zones/tracks, values, verbs/actions, regions and laws
    together. A `verb` here is a Verb or an Action. `adjusts`, `requires`, `waives` and `triggers` are keyed
    by target name.
    """

    name: str
    title: str
    packs: tuple[str, ...]
    players: int
    seat_range: tuple[int, int]
    horizon: int
    icons: dict[str, Rule[tree.Icons]]
    kinds: dict[str, Rule[tree.Piece]]
    tables: dict[str, Rule[tree.Table]]
    layouts: dict[str, Rule[tree.Layout]]
    zones: dict[str, Rule[tree.Zone | tree.Track]]
    regions: dict[str, Rule[tree.Region]]
    values: dict[str, Rule[tree.Value]]
    adjusts: dict[str, tuple[Rule[tree.Adjust], ...]]
    verbs: dict[str, Rule[tree.Verb | tree.Action]]
    requires: dict[str, tuple[Rule[tree.Require | tree.RequireLaw], ...]]
    laws: dict[str, Rule[tree.Law]]
    waives: dict[str, tuple[Rule[tree.Waive], ...]]
    triggers: dict[str, tuple[Rule[tree.Trigger], ...]]
    whenevers: tuple[Rule[tree.Whenever], ...]
    scores: dict[str, Rule[tree.Score]]
    ends: dict[str, Rule[tree.End]]
    winner: Rule[tree.Winner] | None
    grades: Rule[tree.Grades] | None
    invariants: dict[str, Rule[tree.Invariant]]
    examples: tuple[Rule[tree.Example], ...]
    looks: dict[str, tree.Look]
    implements: tuple[Rule[tree.Implements], ...]
    orders: tuple[Rule[tree.Order], ...]
    own_seats: dict[str, tuple[int, int]] = attrs.Factory(dict)  # of each pack with what it needs
    built_on: frozenset[str] = frozenset()  # packs that another pack here extends or requires
    sources: dict[str, str] = attrs.field(factory=dict)  # file -> text, for messages
    joined: tuple[str, ...] = ()  # titles of the packs beside the game, without those that others need
    fingerprint: str = ""  # digest of all sources, packs and seat count
