"""The functions of joint choices: `near_N` keeps what it knows of the pivot, `joint_N` lists the answers
of a head.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import attrs

from tangrules.emit.canon import Canon
from tangrules.emit.footprint import footprint, stretches
from tangrules.emit.helpers import shifted
from tangrules.emit.masks import MaskWriter, masked
from tangrules.emit.pivot import Joint
from tangrules.emit.rewrite import free
from tangrules.emit.terms import Look, Prim, Tup
from tangrules.emit.writer import NOWHERE, Line

if TYPE_CHECKING:
    from tangrules.emit.context import Context
    from tangrules.emit.loops import Loops

LISTED_AT_MOST = 4096
"""Of a test whose key and arguments have so many values, all answers are listed, to see which are alike."""

KEYS_AT_MOST = 50_000
ROWS_AT_MOST = 2_000_000
"""What is kept is thrown away when there is more of it."""


@attrs.frozen
class Kept:
    """The functions made for a joint choice: the numbers in their names, and the variables that they take."""

    number: int
    near: int
    params: tuple[str, ...]


class Joints:
    """All joint choices of a program; equal ones share their functions."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.written: list[Line] = []
        self.known: dict[object, int] = {}
        self.near: dict[object, NearWriter] = {}

    def kept(self, joint: Joint, prefix: int | None) -> Kept:
        """The functions of a joint choice whose answers begin with `prefix`."""
        params = self.params(joint)
        canon = Canon([*params, joint.pivot.var.name, *[binder.var.name for binder in joint.tail]])
        near_key = (self.near_key(joint), prefix if joint.is_plain() else None, joint.is_plain())
        key = (
            prefix,
            near_key,
            len(joint.head),
            tuple(binder.domain for binder in joint.tail),
            tuple(canon.of(part) for part in (*[var for var, _ in joint.keys], *joint.mixed)),
        )
        near = self.near.get(near_key)
        if near is None:
            near = self.near[near_key] = NearWriter(self.context, joint, prefix, len(self.near))
        if key not in self.known:
            self.known[key] = len(self.known)
            writer = JointWriter(self.context, joint, params, prefix, self.known[key])
            writer.write(self.written, near)
        return Kept(self.known[key], near.number, params)

    def lines(self) -> list[Line]:
        """All functions, once everything else has been written."""
        found: list[Line] = []
        for near in self.near.values():
            near.write(found)
        return found + self.written

    def params(self, joint: Joint) -> tuple[str, ...]:
        """The variables that the answers of a head depend on: the head, and what the tests take from
        outside.
        """
        known = [binder.var.name for binder in joint.head] + [var.name for var, _ in joint.params]
        inner = {joint.pivot.var.name, *[binder.var.name for binder in joint.tail]}
        inner |= {var.name for var, _ in joint.keys}
        for part in joint.mixed:
            known += sorted(free(part) - inner - set(known))
        return tuple(known)

    def near_key(self, joint: Joint) -> object:
        canon = Canon([joint.pivot.var.name, *[var.name for var, _ in joint.context]])
        own = tuple(canon.of(part) for part in joint.own)
        keys = tuple(canon.of(key) for _, key in joint.keys)
        return joint.pivot.domain, len(joint.context), own, keys


class NearWriter:
    """Writes `near_N`: the elements of the pivot that pass on their own, each with the number of its
    keys.

    What is kept: the words that were read, the context, the pair of each element, the pairs of those that
    pass, and tables: numbers by keys, keys by number, and for each joint choice what is known of its heads. Where
    nothing but the pivot matters, answers stand in the place of pairs.
    """

    def __init__(self, context: Context, joint: Joint, prefix: int | None, number: int) -> None:
        self.context, self.joint, self.prefix, self.number = context, joint, prefix, number
        self.joints: list[JointWriter] = []
        domain = joint.pivot.domain
        assert isinstance(domain, Tup)
        self.elements = [value for value in domain.values if isinstance(value, int)]
        self.words = self.footprints()

    def footprints(self) -> dict[int, list[int]]:
        """For each word that is read, the elements that it matters to."""
        found: dict[int, list[int]] = {}
        for element in self.elements:
            known = {self.joint.pivot.var.name: element}
            for part in (*self.joint.own, *[key for _, key in self.joint.keys]):
                for word in footprint(part, dict(known), self.context.facts):
                    if element not in found.setdefault(word, []):
                        found[word].append(element)
        return found

    def pieces(self) -> list[tuple[int, int]]:
        """The stretches of V that are compared."""
        return stretches(self.words)

    def write(self, lines: list[Line]) -> None:
        from tangrules.emit.loops import Loops

        loops = Loops(self.context)
        w, n = loops.w, self.number
        names = [var.name for var, _ in self.joint.context]
        outside = f"({', '.join(names)},)" if names else "()"
        w.line(f"N{n} = [(None, (), [], [], {self.tables()})]")
        with w.block(f"def near_{n}({', '.join(['V', *names])}):"):
            w.line(f"kept = N{n}[0]")
            w.line(f"words = {' + '.join(f'V[{low}:{high}]' for low, high in self.pieces())}")
            w.line(f"if words == kept[0]{f' and kept[1] == {outside}' if names else ''}: return kept")
            w.line(f"return anew_{n}({', '.join(['V', 'kept', 'words', *names])})")
        if self.has_classes():
            self.classes(loops)
        with w.block(f"def anew_{n}({', '.join(['V', 'kept', 'words', *names])}):"):
            if self.has_classes():
                w.line(f"if not C{n}: classes_{n}()")
            self.changes(loops, outside if names else "")
            if not self.joint.is_plain():
                w.line("ids, keys = tables[0], tables[1]")
            if self.has_classes():
                w.line(f"{', '.join(f'c{place}' for place in range(len(self.joint.keys)))}, = C{n}")
            with w.block(f"for {self.joint.pivot.var.name} in changed:"):
                self.element(loops)
            w.line("found = present(state)")
            w.line(f"kept = N{n}[0] = (words, {outside}, state, found, tables)")
            w.line("return kept")
        lines += w.lines

    def tables(self) -> str:
        return f"({{}}, []{', {}' * len(self.joints)})"

    def has_classes(self) -> bool:
        """Whether values of the keys that no test tells apart can be found out, and be counted as one."""
        return bool(self.joint.keys) and all(writer.values() is not None for writer in self.joints)

    def classes(self, loops: Loops) -> None:
        """Find out which values of each key are alike to all tests."""
        w, n = loops.w, self.number
        w.line(f"C{n} = []")
        with w.block(f"def classes_{n}():"):
            for place, (var, key) in enumerate(self.joint.keys):
                low, high = self.context.facts.of(key) or (0, 0)
                seen = [call for writer in self.joints for call in writer.looks(place, var.name)]
                w.line("alike = {}")
                w.line("first = {}")
                with w.block(f"for {var.name} in range({low}, {high + 1}):"):
                    w.line(f"found = ({', '.join(seen)},)")
                    w.line(f"first.setdefault(found, {var.name})")
                    w.line(f"alike[{var.name}] = first[found]")
                row = "alike"
                if isinstance(key, Look):
                    row = (
                        f"[alike[value] for value in {self.context.table(self.asked(key.table, low, high))}]"
                    )
                w.line(f"C{n}.append({row})")

    def asked(self, table: int, low: int, high: int) -> int:
        """The table that a key is looked up in, with any of the values in the place of those that a key never has."""
        facts = self.context.facts
        values = facts.tables[table].values
        found = tuple(value if isinstance(value, int) and low <= value <= high else low for value in values)
        return table if found == values else facts.add_table(found)

    def changes(self, loops: Loops, outside: str) -> None:
        """Which elements have to be looked at again."""
        w = loops.w
        matters = tuple(
            tuple(self.words.get(word, ())) for low, high in self.pieces() for word in range(low, high)
        )
        w.line("old, before, state, _, tables = kept")
        fresh = f"old is None or len(tables[1]) > {KEYS_AT_MOST}"
        with w.block(f"if {fresh}{f' or before != {outside}' if outside else ''}:"):
            w.line(f"if {fresh}: tables = {self.tables()}")
            w.line(f"state = [None] * {max(self.elements) + 1}")
            w.line(f"changed = {self.context.constant(tuple(self.elements))}")
        with w.block("else:"):
            # The state is changed where it stands; should that fail on the way, nothing is known any more.
            w.line(f"N{self.number}[0] = (None, (), [], [], tables)")
            places = f"differing(words, old, H, {shifted(self.pieces())})"
            w.line(f"changed = touched({self.context.constant(matters)}, {places})")

    def element(self, loops: Loops) -> None:
        """Find the number of the keys of one element, unless it does not pass."""
        w, pivot = loops.w, self.joint.pivot.var.name
        w.line(f"state[{pivot}] = None")
        share = self.context.share
        if self.joint.own:
            both = self.joint.own[0] if len(self.joint.own) == 1 else Prim("and", self.joint.own)
            loops.guard(share.shared(both), "continue")
        if self.joint.is_plain():
            w.line(f"state[{pivot}] = {self.context.answers(self.prefix, tuple(self.elements))}[{pivot}]")
            return
        names = []
        for place, (var, key) in enumerate(self.joint.keys):
            if self.has_classes():
                inner = share.shared(key.index if isinstance(key, Look) else key)
                names.append(f"c{place}[{loops.number(inner)}]")
            else:
                loops.assign(var.name, share.shared(key))
                names.append(var.name)
        w.line(f"key = ({', '.join(names)},)" if names else "key = ()")
        w.line("k = ids.get(key)")
        with w.block("if k is None:"):
            w.line("k = ids[key] = len(keys)")
            w.line("keys.append(key)")
        w.line(f"state[{pivot}] = ({pivot}, k)")


class JointWriter:
    """Writes `joint_N`: all answers of a head, as tuples; `some_N`: whether there is one; and `fill_N`, which
    finds what the tail may be.
    """

    def __init__(
        self, context: Context, joint: Joint, params: tuple[str, ...], prefix: int | None, number: int
    ) -> None:
        self.context, self.joint, self.params = context, joint, params
        self.prefix, self.number = prefix, number

    def write(self, lines: list[Line], near: NearWriter) -> None:
        from tangrules.emit.loops import Loops

        loops = Loops(self.context)
        w, n = loops.w, self.number
        table = f"tables[{len(near.joints) + 2}]"
        near.joints.append(self)
        if self.joint.is_plain():
            lines += [
                (0, f"def joint_{n}(kept):", NOWHERE),
                (1, "return kept[3]", NOWHERE),
                (0, f"def some_{n}(kept):", NOWHERE),
                (1, "return len(kept[3])", NOWHERE),
            ]
            return
        pivot = self.joint.pivot.var.name
        tail = [binder.var.name for binder in self.joint.tail] or ["_"]
        tails = f"for {pivot}, k in found for {', '.join(tail)} in rows[k]"
        made = f"[{self.joint.answer(self.prefix)} {tails}]"
        given = ", ".join(["kept", *self.params])
        with w.block(f"def joint_{n}({given}):"):
            self.known(loops, table)
            with w.block("try:"):
                w.line(f"out = {made}")
            with w.block("except Unknown:"):
                self.fill_up(loops)
                w.line(f"out = {made}")
            w.line("known[0] = found")
            w.line("known[1] = out")
            w.line("return out")
        with w.block(f"def some_{n}({given}):"):
            self.known(loops, table)
            with w.block("try:"), w.block("for _, k in found:"):
                w.line("if rows[k]: return len(rows[k])")
            with w.block("except Unknown:"):
                self.fill_up(loops)
                with w.block("for _, k in found:"):
                    w.line("if rows[k]: return 1")
            w.line("return 0")
        if masked(self.joint) is None:
            self.fill(loops)
        else:
            MaskWriter(self.context, self.joint, self.params, n).write(loops)
        lines += w.lines

    def known(self, loops: Loops, table: str) -> None:
        """Find what is known of a head, and leave if it is all that is asked for."""
        w = loops.w
        head = {0: "0", 1: "".join(self.params)}.get(len(self.params), f"({', '.join(self.params)})")
        w.line("_, _, _, found, tables = kept")
        w.line(f"known = {table}.get({head})")
        with w.block("if known is None:"):
            w.line(f"if len({table}) * (len(tables[1]) + 100) > {ROWS_AT_MOST}: {table}.clear()")
            w.line(f"known = {table}[{head}] = [None, None, []]")
        w.line("elif known[0] is found: return known[1]")
        w.line("rows = known[2]")

    def fill_up(self, loops: Loops) -> None:
        given = f"({', '.join(self.params)},)" if self.params else "()"
        loops.w.line(f"fill_rows(rows, tables[1], found, fill_{self.number}, {given})")

    def values(self) -> dict[str, tuple[int, int]] | None:
        """The bounds of the keys and of what the tests take, where all answers to a test can be listed."""
        if masked(self.joint) is None:
            return None
        facts = self.context.facts
        bounds = {var.name: facts.of(key) for var, key in self.joint.keys}
        bounds |= {name: facts.vars.get(name) for name in self.params}
        known = {name: found for name, found in bounds.items() if found is not None}
        sizes = {name: high - low + 1 for name, (low, high) in known.items()}
        for part in self.joint.mixed:
            given = free(part) - {binder.var.name for binder in self.joint.tail}
            if not given <= known.keys() or prod(sizes[name] for name in given) > LISTED_AT_MOST:
                return None
        return known

    def looks(self, place: int, key: str) -> list[str]:
        """What the tests that look at a key answer, for everything else that they take: texts of lists."""
        bounds = self.values() or {}
        mine = self.joint.keys[place][0].name
        texts = []
        for number, part in enumerate(self.joint.mixed):
            given = sorted(free(part) - {binder.var.name for binder in self.joint.tail})
            if mine in given:
                taken = [key if name == mine else name for name in given]
                call = f"mask_{self.number}_{number}({', '.join(taken)})"
                others = [name for name in given if name != mine]
                loops = "".join(
                    f" for {name} in range({bounds[name][0]}, {bounds[name][1] + 1})" for name in others
                )
                texts.append(f"tuple([{call}{loops}])" if others else call)
        return texts or ["0"]

    def fill(self, loops: Loops) -> None:
        """What the tail may be, for one head and the keys of an element of the pivot."""
        w, joint = loops.w, self.joint
        keys = [var.name for var, _ in joint.keys]
        tail = [binder.var.name for binder in joint.tail]
        with w.block(f"def fill_{self.number}({', '.join(['key', *self.params])}):"):
            if keys:
                w.line(f"{', '.join(keys)}, = key")
            w.line("out = []")
            depth = w.depth
            for binder in joint.tail:
                w.line(f"for {binder.var.name} in {loops.domain(binder.domain)}:")
                w.depth += 1
            if joint.mixed:
                both = joint.mixed[0] if len(joint.mixed) == 1 else Prim("and", joint.mixed)
                loops.guard(self.context.share.shared(both), "continue" if tail else "return ()")
            if tail:
                w.line(f"out.append({tail[0] if len(tail) == 1 else '(' + ', '.join(tail) + ')'})")
            w.depth = depth
            w.line("return tuple(out)" if tail else "return (0,)")
