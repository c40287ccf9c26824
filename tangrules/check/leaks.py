"""Hidden content must not be read where others could tell: a secret deck, or another player's private zone.

Sizes are public. What was shown to the one who looks on may be read afterwards. Rules may read what is
private to the player they speak of as `you`, or to the one who is asked. A question that reads what is
private to its player may be asked by that player only. A question that nobody but scores, invariants and
examples asks may read anything. What scores read decides who may be told of them while the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from tangrules import ir
from tangrules.check.builder import Builder
from tangrules.check.infos import ValueSig, ZoneInfo
from tangrules.check.scope import Scope, Shown, Typed
from tangrules.check.world import World
from tangrules.diagnostics import Diagnostic, Severity, Span


def note_read(scope: Scope, info: ZoneInfo, index: ir.Expr, owner: ir.Expr | None, span: Span) -> None:
    """A read of a number, flag or note; containers are judged where their content is looked at."""
    if info.form in ("counter", "flag", "note", "one", "track"):
        _look(scope, info, index, owner, span)


def place_read(scope: Scope, info: ZoneInfo, span: Span) -> None:
    """A read of what stands in a cell or slot, wherever it is."""
    _look(scope, info, ir.Const(-1), None, span)


def content_read(scope: Scope, given: Typed, span: Span) -> None:
    """The members of a zone are looked at, one by one."""
    if given.ref is not None and given.ref.info is not None:
        _look(scope, given.ref.info, given.ref.index, given.ref.owner, span)


def question_asked(scope: Scope, sig: ValueSig, seat: ir.Expr | None, span: Span) -> None:
    """Notes who asks what: whether it is a look at something hidden is known when all questions are."""
    seen = scope.builder.seen
    seen.asks.add(sig.id)
    if not sig.your:
        return
    if seat is not None and seat == scope.onlooker:
        if seat == ir.Local(0):
            seen.own_asks.add(sig.id)
        return
    message = f"`{sig.name}` looks at what is private to its player, and here others could tell"
    seen.peeks.append(
        (sig.id, _leak(message, span, "a question about the player who is asked, or about sizes only"))
    )


def show(scope: Scope, given: Typed, audience: ir.Expr, *, to_all: bool) -> Scope:
    """The scope after something was shown."""
    if given.ref is None or given.ref.info is None or not (to_all or audience == scope.onlooker):
        return scope
    return attrs.evolve(scope, shown=scope.shown | {Shown(given.ref.zone, given.ref.index, to_all)})


def _look(scope: Scope, info: ZoneInfo, index: ir.Expr, owner: ir.Expr | None, span: Span) -> None:
    if scope.blind or info.visibility == "public":
        return
    if any(Shown(info.id, index, to_all) in scope.shown for to_all in (True, False)):
        return
    if info.visibility == "private" and owner is not None and owner == scope.onlooker:
        scope.builder.seen.reads_private |= owner == ir.Local(0)
        return
    whose = "only its player may look at it" if info.visibility == "private" else "nobody may look at it"
    message = f"`{info.name}` is {info.visibility}: {whose}, and here others could tell what is in it"
    counted = f"count({'q.' if info.your else ''}{info.name})"
    hint = f"a `show` of it first, or only how many there are: `{counted}`"
    if info.form in ("counter", "flag", "note", "track"):
        hint = f"a `show` of it first, or a zone without `{info.visibility}`"
    scope.builder.seen.leaks.append(_leak(message, span, hint))


def _leak(message: str, span: Span, expected: str) -> Diagnostic:
    return Diagnostic("E-LEAK", message, span, Severity.ERROR, expected)


# --------------------------------------------------------------------------- judged at the end


def check_leaks(world: World) -> None:
    """Reports looks at what is hidden, in rules and in the questions that rules ask."""
    questions = {builder.value: builder for builder in world.builders if builder.value >= 0}
    private = _private(questions)
    rules = [builder for builder in world.builders if builder.value < 0 and not builder.open_eyes]
    reached = _closure(
        (asked for rule in rules for asked in rule.seen.asks), questions, lambda b: b.seen.asks
    )
    for builder in (*rules, *(questions[number] for number in sorted(reached) if number in questions)):
        for leak in builder.seen.leaks:
            world.reporter.add(leak)
        for asked, leak in builder.seen.peeks:
            if asked in private:
                world.reporter.add(leak)


def with_audience(world: World, scores: Iterable[ir.ScoreDef]) -> tuple[ir.ScoreDef, ...]:
    """Note of each line of the score pad who may be told of it before the game is over."""
    questions = {builder.value: builder for builder in world.builders if builder.value >= 0}
    private = _private(questions)

    def told_to(score: ir.ScoreDef) -> str:
        own = {number for number in (score.value, score.each) if number >= 0}
        reached = _closure(own, questions, lambda b: b.seen.asks)
        asked = [questions[number] for number in reached if number in questions]
        if any(b.seen.leaks or any(number in private for number, _ in b.seen.peeks) for b in asked):
            return "none"
        return "own" if own & private else "all"

    return tuple(attrs.evolve(score, told_to=told_to(score)) for score in scores)


def _private(questions: dict[int, Builder]) -> set[int]:
    """Questions whose answer tells something that is private to their player."""
    found = {number for number, builder in questions.items() if builder.seen.reads_private}
    changed = True
    while changed:
        more = {n for n, b in questions.items() if n not in found and b.seen.own_asks & found}
        found |= more
        changed = bool(more)
    return found


def _closure(
    start: Iterable[int], questions: dict[int, Builder], following: Callable[[Builder], Iterable[int]]
) -> set[int]:
    found: set[int] = set()
    todo = list(start)
    while todo:
        number = todo.pop()
        if number not in found:
            found.add(number)
            if number in questions:
                todo.extend(following(questions[number]))
    return found
