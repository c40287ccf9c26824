"""Answers as people write them: `build: card_7 at r3c5 turned 1`, with prices as `… with a coin`."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.ir import Alternative, Choose, Secret, TypeInfo
from tangrules.play.words import Words
from tangrules.runtime.state import Answer

_UNKNOWN = TypeInfo("number")
_BEFORE = {"cell": " at ", "edge": " at ", "area": " at ", "site": " at ", "slot": " at ", "turn": " turned "}


def split(choice: Choose | Secret, answer: Answer) -> tuple[int, Answer, int]:
    """Return an answer's alternative, its picks and its mask of waivers."""
    index = 0
    if isinstance(choice, Choose):
        first = answer[0]
        assert isinstance(first, int)
        index, answer = first, answer[1:]
    alternative = alternatives(choice)[index]
    if not alternative.waivers:
        return index, answer, 0
    mask = answer[-1]
    assert isinstance(mask, int)
    return index, answer[:-1], mask


def join(choice: Choose | Secret, index: int, picks: Answer, mask: int) -> Answer:
    """Return the answer that `split` takes apart."""
    whole = (*picks, mask) if alternatives(choice)[index].waivers else picks
    return (index, *whole) if isinstance(choice, Choose) else whole


def alternatives(choice: Choose | Secret) -> tuple[Alternative, ...]:
    """Return the alternatives of a decision."""
    return choice.alternatives if isinstance(choice, Choose) else (choice.alternative,)


def pick_types(words: Words, choice: Choose | Secret, index: int) -> list[TypeInfo]:
    """Return the types of an alternative's picks."""
    known = words.program.decisions[choice.decision].picks
    kinds = [kind for _, kind in known[index]] if index < len(known) else []
    missing = len(alternatives(choice)[index].picks) - len(kinds)
    return kinds + [_UNKNOWN] * missing


def heads(alternative: Alternative) -> list[str]:
    """Return what a move to this alternative may begin with, the usual word first."""
    return [head for head in dict.fromkeys((alternative.label, alternative.title)) if head]


def waiver_titles(alternative: Alternative, mask: int) -> list[str]:
    """Return the titles of the waivers in a mask."""
    return [
        waiver.title or f"price {bit + 1}"
        for bit, waiver in enumerate(alternative.waivers)
        if mask >> bit & 1
    ]


def labels(words: Words, choice: Choose | Secret, answer: Answer) -> tuple[str, ...]:
    """Return an answer's parts: the alternative's label, each pick, each waiver used."""
    index, picks, mask = split(choice, answer)
    alternative = alternatives(choice)[index]
    chosen = [
        words.text(kind, pick) for kind, pick in zip(pick_types(words, choice, index), picks, strict=True)
    ]
    return (*heads(alternative)[:1], *chosen, *waiver_titles(alternative, mask))


def text(words: Words, choice: Choose | Secret, answer: Answer) -> str:
    """Return an answer as a move."""
    index, picks, mask = split(choice, answer)
    alternative = alternatives(choice)[index]
    kinds = pick_types(words, choice, index)
    told = [words.text(kind, pick) for kind, pick in zip(kinds, picks, strict=True)]
    return sentence(alternative, kinds, told, mask)


def sentence(alternative: Alternative, kinds: Sequence[TypeInfo], told: Sequence[str], mask: int) -> str:
    """Return a move of which each pick has been put into words."""
    body = ""
    for kind, pick in zip(kinds, told, strict=True):
        if body:
            body += before(kind)
        elif kind.form == "turn":
            body = "turned "
        body += pick
    head = next(iter(heads(alternative)), "")
    whole = f"{head}: {body}" if head and body else head or body
    paid = " and ".join(waiver_titles(alternative, mask))
    return f"{whole} with {paid}" if paid else whole


def before(kind: TypeInfo) -> str:
    """Return what stands between a pick and the one before it."""
    return _BEFORE.get(kind.form, ", ")
