"""Folds as loops that stop early."""

from __future__ import annotations

from collections.abc import Callable

from tangrules.emit.folding import is_let
from tangrules.emit.operators import OR
from tangrules.emit.shape import is_plain
from tangrules.emit.snapshots import Steps
from tangrules.emit.terms import (
    NONE,
    YES,
    Bind,
    Fold,
    Given,
    Items,
    Num,
    Prim,
    Reach,
    Term,
    Tup,
    Var,
    children,
)
from tangrules.emit.totals import Totals
from tangrules.ir import NIL

FAR = 1 << 62

WIDE = 16

MARKED_AT_MOST = 128
"""Of so few nodes there is a list of those that were reached; of more of them a set."""


def is_wide(term: Fold) -> bool:
    """Whether a fold over plain binders goes through a large domain."""
    if any(is_let(bind) for bind in term.binds):
        return False
    return any(isinstance(bind.domain, Tup) and len(bind.domain.values) >= WIDE for bind in term.binds)


class Loops(Totals):
    """Writes folds, reaches and guards. `comprehends`: large lists may be comprehensions (which make
    cells of locals).
    """

    comprehends = False

    def assign(self, name: str, term: Term) -> None:
        """Write what leaves the term in a variable. What is kept is looked up once, if it is asked again
        and again.
        """
        if not self.look_up_once(term):
            super().assign(name, term)
            return
        super().assign(name, term)
        self.group = None

    def look_up_once(self, term: Term) -> bool:
        """If a term asks for what is kept again and again, look it up before; `group` tells so until it is reset."""
        group = self.context.snapshots.shared(term) if self.group is None else None
        if group is None:
            return False
        self.w.line(f"kept = seen_{self.context.snapshots.number(group)}(V)")
        self.group = group
        return True

    # ------------------------------------------------------------------ values of folds

    def assign_loop(self, term: Fold | Reach, name: str) -> None:
        """Write the loops that leave the value of a fold in a variable."""
        if isinstance(term, Reach):
            self.reach(term, name)
        elif term.op in ("any", "none", "every"):
            self.decide(term, name)
        elif term.op in ("count", "sum"):
            self.total(term, name)
        elif term.op in ("all", "distinct"):
            self.gather(term, name)
        elif term.op in ("max", "min"):
            self.extreme_loop(term, name)
        elif term.op == "first":
            self.first(term, name)
        elif term.op in ("highest", "lowest"):
            self.champion(term, name)
        else:
            self.ordered(term, name)

    def decide(self, term: Fold, name: str) -> None:
        body = YES if term.body is None else term.body
        joint = self.context.joint_of(term)
        if joint is not None:
            self.decide_joint(joint, name, term.op == "any")
            return
        standing = self.context.standing.of(term)
        if standing is not None:
            found = self.context.standing.call(term, standing)
            self.w.line(f"{name} = {found}" if term.op == "any" else f"{name} = +(not {found})")
            return
        if term.op == "every":
            body = self.context.convert.build.prim("not", (body,))
        yes, no = ("1", "0") if term.op == "any" else ("0", "1")
        self.search(term.binds, body, lambda: self.w.line(f"{name} = {yes}"))
        with self.w.block("else:"):
            self.w.line(f"{name} = {no}")

    def gather(self, term: Fold, name: str) -> None:
        distinct = term.op == "distinct"
        body = term.binds[-1].var if term.body is None else term.body
        if self.comprehends and is_wide(term) and all(map(is_plain, children(term))):
            self.w.line(f"{name} = {self.comprehension(term, body)}")
            return
        self.w.line(f"{name} = {'set()' if distinct else '[]'}")
        add = "add" if distinct else "append"
        self.nest(term.binds, lambda: self.w.line(f"{name}.{add}({self.number(body)})"))
        self.w.line(f"{name} = tuple({f'sorted({name})' if distinct else name})")

    def comprehension(self, term: Fold, body: Term) -> str:
        """A list over a large domain as one expression."""
        loops = ""
        for bind in term.binds:
            loops += f" for {bind.var.name} in {self.domain(bind.domain)}"
            if bind.where is not None:
                loops += f" if {self.test(bind.where, tight=OR)}"
        element = self.number(body)
        return (
            f"tuple(sorted({{{element}{loops}}}))" if term.op == "distinct" else f"tuple([{element}{loops}])"
        )

    def extreme_loop(self, term: Fold, name: str) -> None:
        edge = -FAR if term.op == "max" else FAR
        body = term.binds[-1].var if term.body is None else term.body
        default = Num(NIL) if term.default is None else term.default
        self.w.line(f"{name} = {edge}")

        def leaf() -> None:
            text = self.atom(body)
            self.w.line(f"if {text} {'>' if term.op == 'max' else '<'} {name}: {name} = {text}")

        self.nest(term.binds, leaf)
        with self.w.block(f"if {name} == {edge}:"):
            self.assign(name, default)

    def first(self, term: Fold, name: str) -> None:
        body = term.binds[-1].var if term.body is None else term.body
        self.assign(name, NONE if term.default is None else term.default)
        self.search(term.binds, YES, lambda: self.assign(name, body))

    def champion(self, term: Fold, name: str) -> None:
        high = term.op == "highest"
        element = term.binds[0].var
        body = term.binds[-1].var if term.body is None else term.body
        self.w.line(f"{name} = -1")
        self.w.line(f"{name}_ = {-FAR if high else FAR}")

        def leaf() -> None:
            text = self.atom(body)
            with self.w.block(f"if {text} {'>' if high else '<'} {name}_:"):
                self.w.line(f"{name}_ = {text}")
                self.w.line(f"{name} = {element.name}")

        self.nest(term.binds, leaf)

    def ordered(self, term: Fold, name: str) -> None:
        element = term.binds[0].var
        body = element if term.body is None else term.body
        sign = "-" if term.op == "sort_high" else ""
        self.w.line(f"{name} = []")

        def leaf() -> None:
            key = self.atom(body)
            self.w.line(f"{name}.append(({sign}{key}, {element.name}))")

        self.nest(term.binds, leaf)
        self.w.line(f"{name} = by_key({name})")

    # ------------------------------------------------------------------ what can be reached

    def reach(self, term: Reach, name: str) -> None:
        """All nodes, found step by step; the list grows while the loop runs over it."""
        start = self.atom(term.start)
        self.w.line(f"{name} = [{start}] if {start} >= 0 else []")
        steps = None if self.group is None else self.context.snapshots.steps_of(self.group, term)
        self.follow(term, name, steps)
        self.w.line(f"{name} = tuple(sorted({name}_))")

    def follow(self, term: Reach, name: str, steps: Steps | None) -> None:
        """Go on from the first node, with steps that are kept or made anew."""
        self.w.line(f"{name}_ = set({name})")
        if steps is None:
            with self.w.block(f"for {term.var.name} in {name}:"):
                self.each_step(term.step, lambda node: self.reached(name, node))
            return
        self.w.line(f"nexts = kept[{steps.place}]")
        with self.w.block(f"for {term.var.name} in {name}:"):
            self.w.line(f"steps = nexts[{term.var.name}]")
            make = f"{steps.make}(V, {term.var.name})"
            self.w.line(f"if steps is None: steps = nexts[{term.var.name}] = {make}")
            node = self.context.names.fresh().name
            with self.w.block(f"for {node} in steps:"):
                self.reached(name, node, known=True)

    def whole(self, term: Reach, steps: Steps, key: str) -> None:
        """Return what is reached. If every node leads back to the one that led there, all of it is reached from each
        of its nodes, and kept for them as long as no step of theirs changes; else it is kept by its key.
        """
        start, make, w = self.text(term.start), steps.make, self.w
        steps.whole = True
        name, node, other = (self.context.names.fresh(letter).name for letter in "txx")
        w.line(f"if {start} < 0: return ()")
        w.line(f"wholes = kept[{steps.place + 1}]")
        w.line(f"found = wholes[{start}]")
        w.line("if found is not None: return found")
        w.line(f"key = {key}")
        w.line("answers = kept[1]")
        w.line("found = answers.get(key)")
        w.line("if found is not None: return found")
        w.line(f"nexts = kept[{steps.place}]")
        w.line(f"if nexts[{start}] is None: nexts[{start}] = {make}(V, {start})")
        few = steps.nodes <= MARKED_AT_MOST
        w.line(f"marks = [0] * {steps.nodes}" if few else f"marked = {{{start}}}")
        if few:
            w.line(f"marks[{start}] = 1")
        w.line(f"{name} = [{start}]")
        w.line("back = 1")
        with w.block(f"for {node} in {name}:"), w.block(f"for {other} in nexts[{node}]:"):
            w.line(f"if marks[{other}]: continue" if few else f"if {other} in marked: continue")
            w.line(f"marks[{other}] = 1" if few else f"marked.add({other})")
            w.line(f"{name}.append({other})")
            w.line(f"steps = nexts[{other}]")
            w.line(f"if steps is None: steps = nexts[{other}] = {make}(V, {other})")
            w.line(f"if {node} not in steps: back = 0")
        w.line(f"found = tuple(sorted({name}))")
        with w.block("if back:"):
            w.line(f"for {node} in found: wholes[{node}] = found")
        with w.block("else:"):
            w.line("answers[key] = found")
            w.line("answers[None] = 1")
        w.line("return found")

    def reached(self, name: str, node: str, known: bool = False) -> None:
        with self.w.block(
            f"if {node} not in {name}_:" if known else f"if {node} >= 0 and {node} not in {name}_:"
        ):
            self.w.line(f"{name}_.add({node})")
            self.w.line(f"{name}.append({node})")

    def steps_into(self, step: Term, name: str) -> None:
        """Add the neighbours of a node to a list."""
        self.each_step(step, lambda node: self.w.line(f"if {node} >= 0: {name}.append({node})"))

    def each_step(self, step: Term, leaf: Callable[[str], None]) -> None:
        """The loops over the neighbours of a node."""
        while isinstance(step, Given):
            self.name(step)
            step = step.body
        binds, element = self.steps(step)
        if isinstance(element, Var) and element == binds[-1].var:
            self.nest(binds, lambda: leaf(element.name), True)
            return
        node = self.context.names.fresh()
        self.nest((*binds, Bind(node, Items((element,)))), lambda: leaf(node.name), True)

    def steps(self, step: Term) -> tuple[tuple[Bind, ...], Term]:
        """The neighbours of a node as binders and what they lead to."""
        if isinstance(step, Fold) and step.op in ("all", "distinct"):
            return step.binds, step.binds[-1].var if step.body is None else step.body
        if isinstance(step, Prim) and step.op == "union":
            step = Prim("concat", step.args)
        var = self.context.names.fresh()
        return (Bind(var, step),), var
