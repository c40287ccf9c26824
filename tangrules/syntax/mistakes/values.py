"""Mistakes within a value: English in place of signs, words without their brackets, names side by side."""

from __future__ import annotations

from tangrules.syntax.lines import Bit, Slip
from tangrules.syntax.mistakes.advice import INSIDE_VALUES
from tangrules.syntax.mistakes.phrases import OPERATORS, named
from tangrules.syntax.mistakes.scene import Scene
from tangrules.syntax.states import NAME
from tangrules.syntax.vocabulary import BLOCK_WORDS, RESERVED, STATEMENT_WORDS

ARTICLES = frozenset({"the", "a", "an", "some"})

_COMPARISONS = frozenset({"<", "<=", ">", ">="})
_OF_TWO = {"max": "greatest", "min": "least"}


def english(scene: Scene) -> Slip | None:
    """`x equals 3`, `x is greater than 3`."""
    for bit in (scene.found, scene.before):
        if bit is None or bit.kind != "word" or bit.text not in INSIDE_VALUES or bit.text in scene.wanted:
            continue
        if bit.text == "of" and (bit is scene.before or not scene.wanted & OPERATORS):
            continue
        message = f"`{bit.text}` is not a word of the language here"
        return scene.slip(message, suggestion=INSIDE_VALUES[bit.text], on=bit)
    return None


def article(scene: Scene) -> Slip | None:
    """`move the card to x`."""
    if scene.is_item or scene.head in ("finish", "stop", "everyone", "expect"):
        return None
    for bit in (scene.found, scene.before):
        if (
            bit
            and bit is not scene.bits[0]
            and bit.text in ARTICLES
            and "is" not in scene.words[max(0, scene.at - 3) : scene.at]
        ):
            return scene.slip(f"`{bit.text}` is too much", suggestion=f"leave `{bit.text}` out", on=bit)
    return None


def kind_after_a(scene: Scene) -> Slip | None:
    """`x is a` where `a` is meant as a name."""
    if not scene.before or scene.before.text not in ("a", "an") or scene.wanted != {NAME}:
        return None
    word = scene.before.text
    return scene.slip(
        f"after `is {word}` comes a kind of piece",
        "the name of a kind of piece",
        f"to compare with your own `{word}`, put it in brackets: `is ({word})`",
    )


def not_after_owner(scene: Scene) -> Slip | None:
    """`your not rich`."""
    owner = scene.bits[scene.at - 2] if scene.at > 1 else None
    if (
        scene.found is None
        or scene.found.kind != "word"
        or owner is None
        or owner.text not in ("your", "their")
    ):
        return None
    if scene.before is None or scene.before.text != "not":
        return None
    hint = f"write `not {owner.text} {scene.word}`"
    return scene.slip(f"`not` stands before `{owner.text}`", suggestion=hint, on=scene.before)


def sign_after_is(scene: Scene) -> Slip | None:
    """`if x is > 3`."""
    if scene.word not in _COMPARISONS or not scene.before or scene.before.text != "is":
        return None
    return scene.slip("`is` is too much", suggestion=f"write `{scene.word}` alone", on=scene.before)


def needs_brackets(scene: Scene) -> Slip | None:
    """`sum of x`, or a name that is a word of the language: `if first is 3`."""
    if not scene.before or scene.wanted != {"("} or scene.before.text not in RESERVED:
        return None
    word = scene.before.text
    return scene.slip(
        f"`{word}` is a word of the language and is followed by brackets",
        "`(`",
        f"write `{word}(…)`; a name of your own must be another word",
        on=scene.before,
    )


def of_two(scene: Scene) -> Slip | None:
    """`max(3, 4)`."""
    words = scene.words
    at = next((at for at in range(scene.at - 1, -1, -1) if words[at] in _OF_TWO), -1)
    if at < 0 or scene.word != "," or words[at + 1] != "(" or scene.at != at + 3:
        return None
    word, other = words[at], _OF_TWO[words[at]]
    return scene.slip(
        f"`{word}` looks through all things of a zone or list",
        suggestion=f"of two numbers, write `{other}({words[at + 2]}, …)`",
        on=scene.bits[at],
    )


def chained(scene: Scene) -> Slip | None:
    """`a < b < c`."""
    between = scene.words[: scene.at]
    if scene.word not in _COMPARISONS or scene.word in scene.wanted or not _COMPARISONS & set(between):
        return None
    return scene.slip(
        "a comparison has two sides", suggestion="join two comparisons with `and`: `a < b and b < c`"
    )


def list_in_round_brackets(scene: Scene) -> Slip | None:
    """`value prices = (3, 4)`."""
    if scene.word != "," or ")" not in scene.wanted:
        return None
    at = max((at for at in range(scene.at) if scene.words[at] == "("), default=0)
    if not at or scene.bits[at - 1].kind == "word" or "," in scene.wanted:
        return None
    return scene.slip("a list stands in square brackets", suggestion="write it like `[3, 4]`")


def statement_as_value(scene: Scene) -> Slip | None:
    """`let x = choose c in hand`."""
    bit = scene.before
    if (
        bit is None
        or bit is scene.bits[0]
        or bit.text not in STATEMENT_WORDS - {"in", "if", "may", "nothing"}
    ):
        return None
    if NAME in scene.wanted or scene.bits[scene.at - 2].text not in ("=", "to", "(", ",", "is", "by"):
        return None
    message = f"`{bit.text}` begins a statement, and has no value"
    return scene.slip(message, suggestion="put it in a line of its own", on=bit)


def own_thing(scene: Scene) -> Slip | None:
    """`if you coins > 3`."""
    left, right = scene.before, scene.found
    if left is None or right is None or right.kind != "word" or right.text in RESERVED:
        return None
    whose = {"you": "your", "they": "their"}.get(left.text)
    if not whose or NAME in scene.wanted:
        return None
    suggestion = f"write `{whose} {right.text}`"
    return scene.slip(f"what belongs to `{left.text}` is named with `{whose}`", "", suggestion, on=left)


def side_by_side(scene: Scene) -> Slip | None:
    """`gain 2 gold coins`."""
    left, right = scene.before, scene.found
    if left is None or right is None or left.kind != "word" or right.kind != "word":
        return None
    if {left.text, right.text} & (RESERVED | BLOCK_WORDS) or scene.chunk.role != "item" or scene.at == 1:
        return None
    if not OPERATORS & scene.wanted and not _is_name(scene, left):
        return None
    return scene.slip(
        f"{named(left)} and {named(right)} stand side by side",
        "a comma or a word of the language between them",
        f"if they are one name, write `{left.text}_{right.text}`",
    )


def _is_name(scene: Scene, bit: Bit) -> bool:
    """Whether a word ends a value that the parser has taken already."""
    return scene.at > 1 and scene.bits[scene.at - 2].kind in ("number", "sign") and bit.text not in ARTICLES


RULES = (
    english,
    article,
    kind_after_a,
    not_after_owner,
    sign_after_is,
    needs_brackets,
    of_two,
    chained,
    list_in_round_brackets,
    statement_as_value,
    own_thing,
)
LAST_RULES = (side_by_side,)
