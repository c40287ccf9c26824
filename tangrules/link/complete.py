"""What no game can do without: seats, a last round, set-up, rounds, an end and a winner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tangrules.diagnostics import Related, Reporter, Span, UsageError
from tangrules.link.collect import Placed
from tangrules.link.declared import Declarations
from tangrules.link.names import ENGINE_VERBS, place_of
from tangrules.packs import Pack
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

_MOST_SEATS = 16


def seat_range(packs: Sequence[Pack]) -> tuple[int, int]:
    """Return the least and greatest number of players. Mixes are heard before modules, these before games."""
    for form in ("mix", "module", "game"):
        ranges = [pack.header.players for pack in packs if pack.form == form and pack.header.players]
        if ranges:
            return max(low for low, _ in ranges), min(high for _, high in ranges)
    return 1, _MOST_SEATS


def own_seat_range(pack: Pack, packs: Sequence[Pack]) -> tuple[int, int]:
    """Return the least and greatest number of players of a pack with what it needs, whatever else is there."""
    return seat_range([other for other in packs if other is pack or other.name in pack.knows])


def seat_counts(packs: Sequence[Pack], players: int | None = None) -> range:
    """Return the numbers of players to look at: all that packs are for, or the one that was asked for.

    Raises UsageError where packs are for no number together, or not for that one.
    """
    low, high = seat_range(packs)
    if low > high:
        raise UsageError("packs: there is no number of players that all of these packs are for")
    if players is None:
        return range(low, high + 1)
    if not low <= players <= high:
        counts = str(low) if low == high else f"{low} to {high}"
        raise UsageError(f"players is {players}: this game is for {counts}")
    return range(players, players + 1)


def check_seat_blocks(packs: Sequence[Pack], reporter: Reporter) -> None:
    """Report `for N players:` for numbers that neither its pack nor those that it needs are for."""
    for pack in packs:
        low, high = own_seat_range(pack, packs)
        items = tuple(item for file in pack.files for item in file.items)
        for block in nodes(items):
            if not isinstance(block, tree.ForPlayers):
                continue
            place = Span(
                block.span.file,
                block.span.line,
                block.span.column,
                block.span.line,
                block.span.column + 3,
            )
            if block.low > block.high:
                message = f"this holds for no number of players: {block.low} is more than {block.high}"
                hint = f"write `for {block.high} to {block.low} players:`"
                reporter.error("E-RANGE", message, place, suggestion=hint)
            elif block.low > high or block.high < low:
                game = str(low) if low == high else f"{low} to {high}"
                message = f"this holds for no number of players: the game is for {game}"
                hint = f"to change that, write `players {min(low, block.low)} to {max(high, block.high)}` in the header"
                reporter.error("E-RANGE", message, place, suggestion=hint)


def horizon_of(packs: Sequence[Pack]) -> int:
    """Return the greatest number of rounds: the last pack that says so counts."""
    said = [pack.header.horizon for pack in packs if pack.header.horizon]
    return said[-1] if said else 0


def check_complete(found: Declarations, packs: Sequence[Pack], reporter: Reporter) -> None:
    """Report what is missing, with what to add."""
    game = next((pack for pack in packs if pack.form == "game"), None)
    if game is None:
        return
    span, name = game.header.name.span, game.title
    if not any(pack.header.players for pack in packs):
        hint = "add a line like `players 2 to 4` to the header"
        reporter.error("E-RANGE", f"{name} does not say how many play it", span, suggestion=hint)
    if horizon_of(packs) == 0:
        hint = "add a line like `at most 50 rounds` to the header"
        reporter.error(
            "E-HORIZON", f"{name} does not say how many rounds it has at most", span, suggestion=hint
        )
    for verb, hint in (
        ("setup", "add `to setup:` with the steps before the first round"),
        ("round", "add `to round:` with what happens again and again until the end"),
    ):
        if ("name", verb) not in found.by_key:
            _report_missing(found, verb, f"{name} has no verb `{verb}`", span, hint, reporter)
    _check_engine_verbs(found, reporter)
    _check_end(found, name, span, reporter)


def _check_engine_verbs(found: Declarations, reporter: Reporter) -> None:
    for verb in ENGINE_VERBS:
        known = found.by_key.get(("name", verb))
        if known is None:
            continue
        item = known.item
        if not isinstance(item, tree.Verb) or item.form != "to":
            message = f"`{verb}` is the name of a verb that the engine calls"
            expected = f"`to {verb}:`"
            reporter.error(
                "E-RESERVED", message, place_of(item), expected=expected, suggestion="take another name"
            )
        elif item.params:
            message = f"the engine calls `{verb}` with nothing in brackets"
            reporter.error("E-ARITY", message, item.params[0].name.span, expected=f"`to {verb}:`")
    turns = [
        known.item
        for known in found.by_key.values()
        if isinstance(known.item, tree.Verb) and known.item.form == "turn"
    ]
    for other in turns[1:]:
        message = f"there are two turns, `{turns[0].name.text}` and `{other.name.text}`"
        related = [Related(turns[0].name.span, "the first one")]
        hint = "begin one of them with `to` instead of `turn`"
        reporter.error("E-DUPLICATE", message, other.name.span, suggestion=hint, related=related)


def _check_end(found: Declarations, name: str, span: Span, reporter: Reporter) -> None:
    items = [known.item for known in found.by_key.values()]
    ends = [item for item in items if isinstance(item, tree.End)]
    ranked = any(isinstance(item, tree.Winner | tree.Grades) for item in items)
    if ends and ranked:
        return
    finishes = any(isinstance(node, tree.Finish) for node in nodes(tuple(items)))
    if not ends and not finishes:
        hint = "add a sentence like `end name when …: finish the round`"
        _report_missing(found, "end", f"{name} has no `end`", span, hint, reporter)
    decided = any(_decides(end.outcome) for end in ends) or finishes
    if not ranked and not decided:
        hint = "add a sentence like `winner: most score then shared`"
        _report_missing(found, "winner", f"{name} does not say who wins", span, hint, reporter)


def _decides(outcome: str) -> bool:
    return not outcome.startswith("finish")


def _report_missing(
    found: Declarations, key: str, message: str, span: Span, hint: str, reporter: Reporter
) -> None:
    related = [
        Related(place_of(remover.item), f"`{remover.pack}` removes it here")
        for remover in _removers(found, key)
    ]
    reporter.error("E-NAME", message, span, suggestion=hint, related=related)


def _removers(found: Declarations, key: str) -> Iterable[Placed]:
    return [
        remover
        for gone, (_, remover) in found.gone.items()
        if gone in (("name", key), (key,)) or gone[0] == key
    ]
