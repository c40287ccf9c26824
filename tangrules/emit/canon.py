"""Terms that differ in the names of their variables only."""

from __future__ import annotations

from tangrules.emit.rewrite import inner_names, map_children, remember
from tangrules.emit.terms import Bind, Fold, Given, Reach, Term, Var


class Canon:
    """Renames variables by the order in which they come; `free` ones, too, unless that is not wanted."""

    def __init__(self, names: list[str], free: bool = True) -> None:
        self.names: dict[str, Var] = {}
        self.free = free
        for name in names:
            self.name(name)

    def name(self, name: str) -> Var:
        return self.names.setdefault(name, Var(f"?{len(self.names)}"))

    def of(self, term: Term) -> Term:
        match term:
            case Var(name):
                return self.name(name) if self.free or name in self.names else term
            case Given(var, value, body):
                named = self.of(value)
                return Given(self.name(var.name), named, self.of(body))
            case Reach(start, var, step):
                first = self.of(start)
                return Reach(first, self.name(var.name), self.of(step))
            case Fold():
                return self.fold(term)
            case _:
                return map_children(term, self.of)

    def fold(self, fold: Fold) -> Term:
        binds = []
        for bind in fold.binds:
            domain = self.of(bind.domain)
            var = self.name(bind.var.name)
            binds.append(Bind(var, domain, None if bind.where is None else self.of(bind.where)))
        body = None if fold.body is None else self.of(fold.body)
        default = None if fold.default is None else self.of(fold.default)
        return Fold(fold.op, tuple(binds), body, default)


def alpha(term: Term) -> Term:
    """The term with what it binds renamed in order."""
    if not inner_names(term):
        return term
    try:
        return term.alpha
    except AttributeError:
        found = Canon([], free=False).of(term)
        remember(term, "alpha", found)
        return found


def same(one: Term, other: Term) -> bool:
    """Whether two terms mean the same, but for the names of what they bind."""
    return one == other or alpha(one) == alpha(other)
