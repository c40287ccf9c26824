"""Which pieces can ever come to which places, as far as the rules alone tell.

Each expression is worked out for what it may be, whatever the position: a set of pieces, kept as the bits of a number.
What is moved to a place may be there from then on, what lies there may be drawn or chosen, and so on until nothing is
added any more. Conditions are not looked at. So the answer is rather too much than too little: two decks are told
apart if no rule could ever bring a piece of one into the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from tangrules import ir

Pieces = int
"""A set of pieces: bit n for piece n."""

NOBODY = 0

_HANDED_ON = frozenset({"surely", "surely_number", "concat", "union", "last", "shr2"})
"""Operations whose result is among their arguments."""
_OF_FIRST, _OF_SECOND = frozenset({"except", "item", "row"}), frozenset({"take"})
"""Operations whose result is among one argument; the others are numbers, or what is taken away."""
_ELEMENTS = frozenset({"highest", "lowest", "sort_low", "sort_high"})
_BODIES = frozenset({"all", "distinct", "first", "max", "min"})


def whereabouts(program: ir.Program) -> dict[int, tuple[Pieces, ...]]:
    """Return, for each zone by number, the pieces that may come to each of its instances."""
    found = _Whereabouts(program)
    found.settle()
    return {
        number: tuple(found.contents[number]) for number, zone in enumerate(program.zones) if not zone.alias
    }


def bits(values: Sequence[int], pieces: int) -> Pieces:
    """Return those of some numbers that are pieces, as a set."""
    found = NOBODY
    for value in values:
        if 0 <= value < pieces:
            found |= 1 << value
    return found


class _Whereabouts:
    """What may be where, and in the slots of each verb and value, as known so far."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._count = len(program.pieces)
        self._every = (1 << self._count) - 1
        self._kinds = {kind: bits(pieces, self._count) for kind, pieces in program.kinds.items()}
        self._tables: dict[int, Pieces] = {}
        self._alike = {
            number: _overlapping(program, number) for number, zone in enumerate(program.zones) if zone.alias
        }
        self.contents = [self._first(zone) for zone in program.zones]
        self._verbs: list[dict[int, Pieces]] = [{} for _ in program.verbs]
        self._values: list[dict[int, Pieces]] = [{} for _ in program.values]
        self._answers = [NOBODY] * len(program.values)
        self._changed = True

    def settle(self) -> None:
        """Go through all rules again and again, until nothing is added."""
        while self._changed:
            self._changed = False
            for verb, slots in zip(self._program.verbs, self._verbs, strict=True):
                self._body(verb.body, slots)
            for number, value in enumerate(self._program.values):
                answer = self._may_be(value.body, self._values[number])
                if answer | self._answers[number] != self._answers[number]:
                    self._answers[number] |= answer
                    self._changed = True

    # ------------------------------------------------------------------------------ places

    def _first(self, zone: ir.ZoneDef) -> list[Pieces]:
        program = self._program
        if zone.storage in ("value", "space"):
            turns = 4 if zone.posed else 1
            return [
                bits([value // turns], self._count)
                for value in program.v_initial[zone.base : zone.base + zone.count]
            ]
        parts = 3 if zone.storage == "deck" else 1
        return [
            bits([p for part in program.z_initial[at : at + parts] for p in part], self._count)
            for at in range(zone.base, zone.base + parts * zone.count, parts)
        ]

    def _lying(self, number: int, index: ir.Expr) -> Pieces:
        zones = self._alike.get(number, (number,))
        found = NOBODY
        for zone in zones:
            held = self.contents[zone]
            if zone == number and isinstance(index, ir.Const) and isinstance(index.value, int):
                return held[index.value] if 0 <= index.value < len(held) else NOBODY
            for there in held:
                found |= there
        return found

    def _put(self, number: int, index: ir.Expr, pieces: Pieces) -> None:
        for zone in self._alike.get(number, (number,)):
            held = self.contents[zone]
            known = self._program.zones[zone].holds
            fitting = pieces & self._kinds.get(known.name, self._every) if known.form == "piece" else pieces
            places: Sequence[int] = range(len(held))
            if zone == number and isinstance(index, ir.Const) and isinstance(index.value, int):
                places = [index.value] if 0 <= index.value < len(held) else []
            for place in places:
                if fitting | held[place] != held[place]:
                    held[place] |= fitting
                    self._changed = True

    def _note(self, slots: dict[int, Pieces], slot: int, pieces: Pieces) -> None:
        known = slots.get(slot, NOBODY)
        if pieces | known != known:
            slots[slot] = pieces | known
            self._changed = True

    # ------------------------------------------------------------------------------ statements

    def _body(self, body: ir.Body, slots: dict[int, Pieces]) -> None:
        for stmt in body:
            self._statement(stmt, slots)

    def _statement(self, stmt: ir.Stmt, slots: dict[int, Pieces]) -> None:
        match stmt:
            case ir.Let(slot=slot, value=value):
                self._note(slots, slot, self._may_be(value, slots))
            case ir.Store(zone=zone, index=index, value=value):
                self._put(zone, index, self._may_be(value, slots))
            case ir.Put(pieces=pieces, to=to) | ir.Cover(piece=pieces, to=to):
                moved = self._may_be(pieces, slots)
                if to.zone >= 0:
                    self._put(to.zone, to.index, moved)
            case ir.If(then=then, otherwise=otherwise):
                self._body(then, slots)
                self._body(otherwise, slots)
            case ir.ForEach(slot=slot, items=items, body=body):
                self._note(slots, slot, self._may_be(items, slots))
                self._body(body, slots)
            case ir.Repeat(body=body) | ir.Block(body=body):
                self._body(body, slots)
            case ir.Invoke(verb=verb, args=args):
                for slot, arg in enumerate(args):
                    self._note(self._verbs[verb], slot, self._may_be(arg, slots))
            case ir.Choose(alternatives=alternatives, otherwise=otherwise):
                for alternative in alternatives:
                    self._picked(alternative, slots)
                    self._body(alternative.body, slots)
                self._body(otherwise, slots)
            case ir.Secret(alternative=alternative, result=result):
                self._note(slots, result, self._picked(alternative, slots))
                self._body(alternative.body, slots)
            case ir.DrawOne(slot=slot, zone=zone, index=index):
                self._note(slots, slot, self._lying(zone, index))
            case ir.PickOne(slot=slot, items=items):
                self._note(slots, slot, self._may_be(items, slots))
            case _:
                pass

    def _picked(self, alternative: ir.Alternative, slots: dict[int, Pieces]) -> Pieces:
        found = NOBODY
        for pick in alternative.picks:
            chosen = self._may_be(pick.domain, slots)
            self._note(slots, pick.slot, chosen)
            found |= chosen
        return found

    # ------------------------------------------------------------------------------ expressions

    def _may_be(self, expr: ir.Expr, slots: dict[int, Pieces]) -> Pieces:
        match expr:
            case ir.Const(value=value):
                return self._numbers((value,) if isinstance(value, int) else value)
            case ir.Local(slot=slot):
                return slots.get(slot, NOBODY)
            case ir.Lookup(table=table):
                if table not in self._tables:
                    self._tables[table] = self._numbers(self._program.tables[table].values)
                return self._tables[table]
            case ir.Load(zone=zone, index=index):
                return self._lying(zone, index)
            case ir.Op(op=op, args=(whole, *_)) if op in _OF_FIRST:
                return self._may_be(whole, slots)
            case ir.Op(op=op, args=(_, whole)) if op in _OF_SECOND:
                return self._may_be(whole, slots)
            case ir.Op(op=op, args=args) if op in _HANDED_ON:
                found = NOBODY
                for arg in args:
                    found |= self._may_be(arg, slots)
                return found
            case ir.ListOf(items=items):
                found = NOBODY
                for item in items:
                    found |= self._may_be(item, slots)
                return found
            case ir.Cond(then=then, otherwise=otherwise):
                return self._may_be(then, slots) | self._may_be(otherwise, slots)
            case ir.Fold():
                return self._fold(expr, slots)
            case ir.Reach(start=start, slot=slot, step=step):
                self._note(slots, slot, self._may_be(start, slots))
                self._note(slots, slot, self._may_be(step, slots))
                return slots.get(slot, NOBODY)
            case ir.CallValue(value=number, args=args):
                for slot, arg in enumerate(args):
                    self._note(self._values[number], slot, self._may_be(arg, slots))
                return self._answers[number]
        return NOBODY

    def _fold(self, fold: ir.Fold, slots: dict[int, Pieces]) -> Pieces:
        if fold.op not in _ELEMENTS | _BODIES:
            return NOBODY  # a number
        element = NOBODY
        for bind in fold.binds:
            element = self._may_be(bind.domain, slots)
            self._note(slots, bind.slot, element)
        found = NOBODY if fold.default is None else self._may_be(fold.default, slots)
        if fold.op in _ELEMENTS or fold.body is None:
            return found | element
        return found | self._may_be(fold.body, slots)

    def _numbers(self, values: Sequence[object]) -> Pieces:
        found = NOBODY
        for value in values:
            if isinstance(value, int):
                found |= bits((value,), self._count)
            elif isinstance(value, tuple):
                found |= self._numbers(value)
        return found


def _overlapping(program: ir.Program, number: int) -> tuple[int, ...]:
    """Return the zones whose spaces a zone stands for that is another name of them."""
    alias = program.zones[number]
    there = range(alias.base, alias.base + alias.count)
    return tuple(
        other
        for other, zone in enumerate(program.zones)
        if not zone.alias
        and zone.storage == "space"
        and zone.base < there.stop
        and there.start < zone.base + zone.count
    )


__all__ = ["Pieces", "bits", "whereabouts"]
