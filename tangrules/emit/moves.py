"""Moves of pieces written out in place; the rules of moving are those of `tangrules.runtime.pieces`."""

from __future__ import annotations

from tangrules import ir
from tangrules.emit.loops import Loops
from tangrules.emit.operators import PRODUCT
from tangrules.emit.rewrite import may_fail, reads_state
from tangrules.emit.terms import Num, Term, Var, is_constant


class Moves(Loops):
    """Writes Put and Cover, and what seats learn by them."""

    def index(self, zone: int, index: Term) -> Term:
        """The index of an instance that must exist; a line checks that it is not nothing."""
        if self.facts.at_least(index, 0):
            return index
        checked = index if is_constant(index) and not isinstance(index, Num) else Var(self.atom(index))
        self.w.line(f"if {self.text(checked)} < 0: no_part(S, {zone}, {self.text(checked)})")
        return checked

    def put(self, done: ir.Put, pieces: Term, to: tuple[Term, Term | None]) -> None:
        zone = done.to.zone
        if done.single:
            self.put_single(done.to, pieces, to)
        elif zone < 0 or (self.storage(zone) != "space" and not (reads_state(to[0]) or may_fail(to[0]))):
            self.put_many(done.to, pieces, to[0])
        else:
            moved = self.context.names.fresh()
            with self.w.block(f"for {moved.name} in {self.domain(pieces)}:"):
                self.put_single(done.to, moved, to)

    def storage(self, zone: int) -> str:
        return self.program.zones[zone].storage

    def put_single(self, to: ir.To, piece: Term, place: tuple[Term, Term | None]) -> None:
        """Move one piece, if it is one."""
        name = self.atom(piece)
        if self.facts.at_least(piece, 0):
            self.put_piece(to, name, place)
            return
        with self.w.block(f"if {name} >= 0:"):
            self.put_piece(to, name, place)

    def put_piece(self, to: ir.To, piece: str, place: tuple[Term, Term | None]) -> None:
        if to.zone < 0:
            self.take(piece)
            self.w.line(f"P[{piece}] = -1")
            return
        index = self.index(to.zone, place[0])
        if not is_constant(index) and self.learning(to, Num(0)) not in (None, self.learning(to, Num(1))):
            index = Var(self.atom(index))
        if self.storage(to.zone) == "space":
            self.put_on_space(to.zone, piece, index, place[1])
        else:
            self.put_in_container(to, piece, index)
        self.learn(to, piece, index)

    def take(self, piece: str) -> None:
        """Remove a piece from where it is."""
        source = self.context.names.fresh("t").name
        self.w.line(f"{source} = P[{piece}]")
        self.w.line(f"if {source} >= 0: V[{source}] = -1")
        self.w.line(f"elif {source} != -1: take_from(Z, -2 - {source}, {piece})")

    def put_on_space(self, zone: int, piece: str, index: Term, turn: Term | None) -> None:
        at = self.context.names.fresh("t").name
        self.w.line(f"{at} = {self.offset(self.program.zones[zone].base, index)}")
        content = piece
        if self.program.zones[zone].posed:
            content = f"{piece} * 4"
            if turn is not None and turn != Num(0):
                content += f" + {self.text(turn, PRODUCT)}"
        if turn is not None and reads_state(turn):
            held = self.context.names.fresh("t").name
            self.w.line(f"{held} = {content}")
            content = held
        self.take(piece)
        self.w.line(f"if V[{at}] != -1: taken(S, {piece}, {zone}, V[{at}])")
        self.w.line(f"V[{at}] = {content}")
        self.w.line(f"H.append({at})")
        self.w.line(f"P[{piece}] = {at}")

    def container(self, zone: int, index: Term) -> tuple[str, str]:
        """The entry of an instance in Z, and what P says of a piece in it."""
        definition = self.program.zones[zone]
        if definition.storage == "deck":
            index = self.context.convert.build.prim("mul", (index, Num(3)))
        text = self.offset(definition.base, index)
        if text.isdecimal():
            return text, str(-2 - int(text))
        name = self.context.names.fresh("t").name
        self.w.line(f"{name} = {text}")
        return name, f"-2 - {name}"

    def put_in_container(self, to: ir.To, piece: str, index: Term) -> None:
        storage = self.storage(to.zone)
        at, place = self.container(to.zone, index)
        self.take(piece)
        if storage == "set":
            self.w.line(f"Z[{at}] = insort(Z[{at}], {piece})")
        elif storage == "deck" and to.position == "bag":
            bag = f"{at} + 1" if not at.isdecimal() else str(int(at) + 1)
            self.w.line(f"Z[{bag}] = insort(Z[{bag}], {piece})")
        elif storage == "deck" and to.position == "bottom":
            self.w.line(f"deck_bottom(Z, {at}, {piece})")
        elif to.position == "bottom":
            self.w.line(f"Z[{at}] = ({piece}, *Z[{at}])")
        else:
            self.w.line(f"Z[{at}] = (*Z[{at}], {piece})")
        self.w.line(f"P[{piece}] = {place}")

    def put_many(self, to: ir.To, pieces: Term, index: Term) -> None:
        """Move many pieces to one container, or to the box."""
        listed = self.context.names.fresh("t").name
        self.w.line(f"{listed} = {self.text(pieces)}")
        if to.zone < 0:
            self.w.line(f"box_all(V, Z, P, {listed})")
            return
        known = self.facts.at_least(index, 0)
        with self.w.block(f"if {listed}:" if known else f"if {listed} and max({listed}) >= 0:"):
            checked = self.index(to.zone, index)
            at, _ = self.container(to.zone, checked)
            how = "bag" if self.storage(to.zone) == "set" else to.position
            if self.storage(to.zone) == "deck" and to.position == "bottom":
                how = "deck bottom"
            deck = 1 if self.storage(to.zone) == "deck" and to.position == "bag" else 0
            number = ("top", "bottom", "bag", "deck bottom").index(how)
            self.w.line(f"put_all(V, Z, P, {listed}, {at}, {number}, {deck})")
            if self.learning(to, checked) is not None:
                moved = self.context.names.fresh().name
                with self.w.block(f"for {moved} in {listed}:"), self.w.block(f"if {moved} >= 0:"):
                    self.learn(to, moved, checked)

    # ------------------------------------------------------------------ knowledge

    def learning(self, to: ir.To, index: Term) -> str | None:
        """How the mask of those who know a piece changes, as the end of an assignment."""
        program = self.program
        zone = program.zones[to.zone]
        if program.know < 0:
            return None
        if zone.visibility == "public":
            return f"= {(1 << program.players) - 1}"
        if to.position == "bag":
            return "= 0"
        if zone.visibility == "private" and zone.per_seat:
            share = zone.count // program.players
            seat = self.text(index, PRODUCT) if share == 1 else f"{self.text(index, PRODUCT)} // {share}"
            return f"|= 1 << ({seat})"
        return None

    def learn(self, to: ir.To, piece: str, index: Term) -> None:
        change = self.learning(to, index)
        if change is not None:
            self.w.line(f"V[{piece} + {self.program.know}] {change}")

    # ------------------------------------------------------------------ covering

    def cover(self, to: ir.To, piece: Term, place: tuple[Term, Term | None]) -> None:
        """Move a piece over what lies on a space."""
        name = self.atom(piece)
        zone = self.program.zones[to.zone]
        with self.w.block(f"if {name} >= 0:"):
            index = self.index(to.zone, place[0])
            below = self.context.names.fresh("t").name
            self.w.line(f"{below} = V[{self.offset(zone.base, index)}]")
            if zone.posed:
                self.w.line(f"{below} = {below} >> 2")
            with self.w.block(f"if {below} >= 0 and {below} != {name}:"):
                self.take(below)
                self.w.line(f"P[{below}] = -1")
            self.put_piece(to, name, (index, place[1]))
