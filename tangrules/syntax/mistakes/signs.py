"""Mistakes within a word or sign: capitals, accents, decimals, signs from elsewhere."""

from __future__ import annotations

import re
import unicodedata

from tangrules.syntax.lines import Slip
from tangrules.syntax.mistakes.advice import FOR_SIGNS
from tangrules.syntax.mistakes.scene import Scene
from tangrules.syntax.states import LINE_END, NAME, NUMBER, TEXT
from tangrules.syntax.vocabulary import BLOCK_WORDS, EXAMPLE_WORDS, RESERVED, STATEMENT_WORDS, words

_TESTS = words("when while whenever if where not and or")
_CONDITIONS = _TESTS | {":"}
_BEGINNINGS = STATEMENT_WORDS | EXAMPLE_WORDS | BLOCK_WORDS
_OWN_SIGNS = words("+ - * ( ) [ ] . , : = ! < > <= >= .. |")


def capitals(scene: Scene) -> Slip | None:
    """`boatYard`, `Move c to x`."""
    bit = scene.found
    if bit is None or bit.kind != "word" or not bit.text.isascii():
        return None
    small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", bit.text).lower().strip("_")
    if bit.text.startswith("_"):
        message = "a name begins with a letter"
        return scene.slip(message, suggestion=f"write `{small}`" if small[:1].isalpha() else "")
    if bit.text.islower():
        return None
    if TEXT in scene.wanted and NAME not in scene.wanted:
        return scene.slip("here a text must stand between quotes", suggestion=f'write `"{bit.text}"`')
    if small in RESERVED:
        return scene.slip("the words of the language are written in small letters", f"`{small}`")
    message = "names are written in small letters, with `_` between words"
    small = _joined_by_hyphens(scene, small)
    return scene.slip(message, suggestion=f"write `{small}`")


def _joined_by_hyphens(scene: Scene, start: str) -> str:
    """Return a name with what hangs on it by `-`, as in `My-Mod`, with `_` in their place."""
    name, bits = start, scene.bits[scene.at :]
    for left, hyphen, right in zip(bits[::2], bits[1::2], bits[2::2], strict=False):
        if (
            hyphen.text != "-"
            or left.end != hyphen.column
            or hyphen.end != right.column
            or right.kind != "word"
        ):
            break
        name = f"{name}_{right.text.lower()}"
    return name if scene.chunk.role != "item" else start


def accents(scene: Scene) -> Slip | None:
    """`café`."""
    bit = scene.found
    if bit is None or bit.kind not in ("word", "number") or bit.text.isascii():
        return None
    plain = unicodedata.normalize("NFKD", bit.text).encode("ascii", "ignore").decode().lower()
    fits = re.fullmatch(r"[a-z]\w*", plain)
    return scene.slip(
        "a name holds only the letters a to z, digits and `_`",
        suggestion=f"write `{plain}`; titles between quotes may hold any letter" if fits else "",
    )


def stuck_together(scene: Scene) -> Slip | None:
    """`8x8`, `3boats`."""
    bit = scene.found
    if bit is None or bit.kind != "number" or bit.text.isdigit():
        return None
    if sides := re.fullmatch(r"(\d+)x(\d+)", bit.text):
        return scene.slip("a size is written with `by`", suggestion=f"write `{sides[1]} by {sides[2]}`")
    digits = re.sub(r"\D.*", "", bit.text)
    rest = bit.text.removeprefix(digits)
    if NUMBER in scene.wanted and not rest.startswith("_"):
        message = "there must be a space between a number and a word"
        return scene.slip(message, suggestion=f"write `{digits} {rest}`")
    return scene.slip("a name begins with a letter", suggestion=f"write it like `row_{digits}`")


def decimals(scene: Scene) -> Slip | None:
    """`2.5`."""
    bit, dot = scene.found, scene.before
    if bit is None or dot is None or bit.kind != "number" or dot.text != "." or scene.at < 2:
        return None
    if scene.bits[scene.at - 2].kind != "number":
        return None
    return scene.slip(
        "numbers are whole", suggestion="count in smaller units, or multiply first and then divide with `div`"
    )


def hyphens(scene: Scene) -> Slip | None:
    """`game sea-side`."""
    left, bit, right = scene.before, scene.found, scene.after
    if bit is None or left is None or right is None or bit.text != "-":
        return None
    if left.end != bit.column or bit.end != right.column or left.kind != "word" or right.kind != "word":
        return None
    return scene.slip("a name has no `-` in it", suggestion=f"write `{left.text}_{right.text}`")


def ranges(scene: Scene) -> Slip | None:
    """`players 2-4`."""
    left, bit, right = scene.before, scene.found, scene.after
    if bit is None or left is None or right is None or left.kind != "number" or right.kind != "number":
        return None
    if bit.text in ("to", "-") and "counter" in scene.words[: scene.at]:
        message = "the ends of a counter are written with `..`"
        return scene.slip(message, suggestion=f"write `{left.text} .. {right.text}`")
    if "to" not in scene.wanted:
        return None
    if bit.text not in ("-", "..", "–"):
        return None
    message = f"a number of players from {left.text} to {right.text} is written with `to`"
    if scene.head not in ("players", "for"):
        message = "the two ends of a track are written with `to`"
    return scene.slip(message, suggestion=f"write `{left.text} to {right.text}`")


def equals(scene: Scene) -> Slip | None:
    """`if x = 3`, `x = 3`, `set x = 3`."""
    if scene.word == ":" and "=" in scene.wanted and scene.is_item:
        return scene.slip("here the sign is `=` and not `:`", "`=`")
    if scene.head == "let" and scene.word in ("to", "be", "is") and "=" in scene.wanted:
        return scene.slip("a new name gets its value with `=`", "`=`")
    if scene.word != "=":
        return None
    left = " ".join(scene.words[: scene.at])
    if scene.head == "set":
        return scene.slip("what is set gets its value with `to`", suggestion=f"write `{left} to …`")
    if scene.before and scene.before.text in ("<", ">"):
        sign = f"{scene.before.text}="
        return scene.slip(f"`{sign}` is written without a space", suggestion=f"write `{sign}`")
    if scene.head not in _BEGINNINGS and not scene.is_item and LINE_END in scene.wanted:
        new = f", or `let {left} = …` for a new name" if scene.at == 1 else ""
        advice = f"write `set {left} to …` to change it{_by_amount(scene)}{new}"
        return scene.slip("`=` alone changes nothing", suggestion=advice)
    is_test = bool(_TESTS & set(scene.words[: scene.at]))
    if scene.is_item and ":" in scene.wanted and ":" not in left and not is_test:
        return scene.slip("here the sign is `:` and not `=`", "`:`")
    if scene.is_item and not _CONDITIONS & set(scene.words[: scene.at]):
        return None
    return scene.slip("`=` does not compare", suggestion="to compare, write `is`")


def exclamation(scene: Scene) -> Slip | None:
    """`if !x`."""
    if scene.word != "!" or NAME not in scene.wanted or scene.after is None or scene.after.kind != "word":
        return None
    return scene.slip("`!` before a name is not a sign of the language", suggestion="write `not`")


def comment(scene: Scene) -> Slip | None:
    """`# a comment`, `// a comment`."""
    if scene.word not in ("#", "//", "/*", ";") or not scene.found:
        return None
    parts = scene.word == ";" and scene.after is not None and (scene.is_item or scene.head == "|")
    suggestion = "write `,`" if parts else FOR_SIGNS[scene.word]
    return scene.slip(f"`{scene.word}` is not a sign of the language", suggestion=suggestion)


def _by_amount(scene: Scene) -> str:
    """`your coins = your coins + 1` is what `gain` and `lose` are for."""
    left, right = scene.words[: scene.at], scene.words[scene.at + 1 :]
    if len(left) != 2 or left[0] != "your" or len(right) != 4 or right[:2] != left or right[2] not in "+-":
        return ""
    verb = "gain" if right[2] == "+" else "lose"
    return f", or `{verb} {right[3]} {left[1]}`"


def foreign(scene: Scene) -> Slip | None:
    """`&&`, `!=`, typographic quotes and every other sign that the language does not have."""
    bit = scene.found
    if bit is None or bit.kind not in ("sign", "cite"):
        return None
    if bit.kind == "cite":
        return _citation(scene) if scene.stuck.kind == "sign" else None
    if bit.text == "_" or (bit.text in _OWN_SIGNS and bit.text not in FOR_SIGNS):
        return None
    if bit.text == "|" and scene.head == "|":
        return None
    shown = "this space" if bit.text.isspace() else f"`{bit.text}`"
    return scene.slip(f"{shown} is not a sign of the language", suggestion=FOR_SIGNS.get(bit.text, ""))


def _citation(scene: Scene) -> Slip:
    return scene.slip(
        "this is not the id of a clause",
        suggestion="an id holds small letters and digits, parted by `.` or `-`: `@base.build.06`",
    )


RULES = (
    capitals,
    accents,
    stuck_together,
    decimals,
    hyphens,
    ranges,
    equals,
    exclamation,
    comment,
    foreign,
)
