"""Mistakes in the middle of a sentence of a known kind."""

from __future__ import annotations

from tangrules.diagnostics import did_you_mean
from tangrules.syntax.lines import Slip
from tangrules.syntax.mistakes import forms
from tangrules.syntax.mistakes.advice import INSIDE_VALUES
from tangrules.syntax.mistakes.phrases import OPERATORS, essentials, named
from tangrules.syntax.mistakes.scene import Scene
from tangrules.syntax.states import NAME, TEXT
from tangrules.syntax.vocabulary import RESERVED, STATEMENT_WORDS

_ZONE_KINDS = {
    "counter": "counter 0 .. 99",
    "deck": "deck of card",
    "flag": "flag",
    "grid": "grid 8 by 8 of card",
    "note": "note of player",
    "one": "one card",
    "pile": "pile of card",
    "plane": "plane of card",
    "row": "row of card",
    "set": "set of card",
    "slots": "3 slots of card",
}
_ARTICLES = frozenset({"the", "a", "an", "some"})


def without_reason(scene: Scene) -> Slip | None:
    """`require …: x is 1` without `else "reason"`."""
    if "else" not in scene.wanted or scene.item not in ("require", "law") or not scene.ends_early:
        return None
    return scene.slip(
        "a requirement must say why it refuses",
        "`else` and the reason as a text",
        'go on with `else "too few coins"`; players read this text',
    )


def then_in_statement(scene: Scene) -> Slip | None:
    """`if x is 1 then gain 2 coins`."""
    if scene.head not in ("if", "else") or "then" not in scene.words[: scene.at + 1] or scene.is_item:
        return None
    at = scene.words.index("then")
    rest = scene.words[at + 1] if at + 1 < len(scene.words) else ""
    if rest not in STATEMENT_WORDS and rest != "":
        return None
    return scene.slip(
        "an `if` before statements has `:` and no `then`",
        suggestion="write `:` in place of `then`; `if … then … else …` chooses between two values",
        on=scene.bits[at],
    )


def chosen_from(scene: Scene) -> Slip | None:
    """`choose c from your hand`, `pick c`."""
    if scene.wanted != {"in"} or not scene.before or scene.before.kind != "word":
        return None
    verb = next((word for word in ("choose", "chooses", "pick", "roll", "for") if word in scene.words), "")
    form = forms.STATEMENTS.get(verb.removesuffix("s"), forms.STATEMENTS["choose"])
    return scene.slip(
        f"after `{scene.before.text}` comes `in`, and what it is taken from",
        "`in`",
        f"such a sentence reads: `{form}`",
    )


def table_row(scene: Scene) -> Slip | None:
    """A line of a table without its first or last bar."""
    if not scene.above or scene.above[0].first != "table":
        return None
    if scene.head != "|":
        return scene.slip("a line of a table begins with `|`", on=scene.bits[0])
    if scene.ends_early and "|" in scene.wanted:
        return scene.slip("a line of a table ends with `|`", "`|`")
    if scene.before and scene.before.text == "," and "|" in (scene.word, ""):
        return scene.slip("after a comma comes another item of the column")
    return None


def zone_kind(scene: Scene) -> Slip | None:
    """`zone your hand: list of card`."""
    words = scene.words
    if scene.head != "zone" or ":" not in words[: scene.at]:
        return None
    at = words.index(":") + 1
    if at == len(words) or scene.at not in (at, at + 1) or words[at] in _ZONE_KINDS:
        return None
    if scene.bits[at].kind != "word":
        return None
    guess = did_you_mean(words[at], _ZONE_KINDS)
    kinds = [f"`{form}`" for form in _ZONE_KINDS.values()]
    return scene.slip(
        f"`{words[at]}` is not a kind of zone",
        "" if guess else f"{', '.join(kinds[:-1])} or {kinds[-1]}",
        guess,
        on=scene.bits[at],
    )


def citation(scene: Scene) -> Slip | None:
    """`gain 2 coins @base.1`, `when x @base.1`."""
    if not scene.found or scene.found.kind != "cite":
        return None
    if "when" in scene.words[: scene.at] or "once" in scene.words[: scene.at]:
        suggestion = "it stands before `when` and `once`"
    elif scene.is_item:
        suggestion = "it stands behind the name and what belongs to the name, before `:`"
    else:
        suggestion = "put it on the step, the option or the declaration around this line"
    return scene.slip(f"a citation can't stand here: `{scene.word}`", suggestion=suggestion)


def misplaced_when(scene: Scene) -> Slip | None:
    """`once per turn when x`, `gain 2 coins when x`."""
    if scene.word != "when":
        return None
    if "once" in scene.words[: scene.at]:
        return scene.slip("`when` stands before `once per …`")
    if scene.head in STATEMENT_WORDS - {"step"} and not scene.is_item:
        message = "a statement has no `when`"
        return scene.slip(message, suggestion="put it 4 spaces further right under `if …:`")
    return None


def english(scene: Scene) -> Slip | None:
    """`x equals 3`, `x is greater than 3`, `move the card to x`."""
    for bit in (scene.found, scene.before):
        if bit is None or bit.kind != "word":
            continue
        if (
            bit.text in INSIDE_VALUES
            and bit.text not in scene.wanted
            and (bit is not scene.found or "is" in scene.wanted or bit.text != "of")
        ):
            return scene.slip(
                f"`{bit.text}` is not a word of the language here", suggestion=INSIDE_VALUES[bit.text], on=bit
            )
        if bit.text in _ARTICLES and "is" not in scene.words[max(0, scene.at - 3) : scene.at]:
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
        f"to compare with your own `{word}`, put it first: `{word} is …`",
    )


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


def title_without_name(scene: Scene) -> Slip | None:
    """`score "Coins" = …`."""
    if not scene.found or scene.found.kind != "text" or NAME not in scene.wanted or scene.at != 1:
        return None
    table = forms.HEADER if scene.chunk.role != "item" else forms.ITEMS
    form = table.get(scene.head)
    return scene.slip(
        "a name is missing before the title",
        "a name",
        f"write both, like `{form}`" if form else "",
    )


def name_in_two_words(scene: Scene) -> Slip | None:
    """`zone your open cards: …`, but not `zone your coins counter 0 .. 9`."""
    left, right = scene.before, scene.found
    if not scene.is_item or left is None or right is None or left.kind != "word" or right.kind != "word":
        return None
    is_declared = scene.at == 2 or (scene.at == 3 and scene.words[1] == "your")
    if not is_declared or ":" not in scene.words[scene.at + 1 :] or left.text in RESERVED:
        return None
    suggestion = f"write `{left.text}_{right.text}`"
    return scene.slip("a name is one word", suggestion=suggestion, on=left)


def without_quotes(scene: Scene) -> Slip | None:
    """`include cards.tang`, `else too few coins`."""
    if not scene.found or essentials(scene.wanted) != {TEXT}:
        return None
    end = len(scene.line.text) if scene.word != ":" else scene.found.column
    rest = scene.line.text[scene.found.column - 1 : end].partition("--")[0].strip().rstrip(":")
    one_line = scene.found.line == scene.line.number and scene.found.kind == "word"
    return scene.slip(
        "here a text must stand between quotes",
        "",
        f'write `"{rest}"`' if one_line and rest else "",
    )


def side_by_side(scene: Scene) -> Slip | None:
    """`gain 2 gold coins`."""
    left, right = scene.before, scene.found
    if left is None or right is None or left.kind != "word" or right.kind != "word":
        return None
    if {left.text, right.text} & RESERVED or scene.chunk.role != "item" or scene.at == 1:
        return None
    if not OPERATORS & scene.wanted:
        return None
    return scene.slip(
        f"{named(left)} and {named(right)} stand side by side",
        "a comma or a word of the language between them",
        f"if they are one name, write `{left.text}_{right.text}`",
    )


def trailing_comma(scene: Scene) -> Slip | None:
    """`icons terrain: water, rock,`."""
    if not scene.ends_early or not scene.before or scene.before.text != ",":
        return None
    return scene.slip(
        "after the last comma something is missing",
        suggestion="go on in the same line, or delete the comma; only inside brackets a line goes on below",
        on=scene.before,
    )


def swapped(scene: Scene) -> Slip | None:
    """`else` where `otherwise` is the word, and the other way round."""
    pairs = {"else": "otherwise", "otherwise": "else"}
    other = pairs.get(scene.word, "")
    if not other or other not in scene.wanted or scene.word in scene.wanted:
        return None
    return scene.slip(f"here the word is `{other}`", f"`{other}`")


RULES = (
    without_reason,
    then_in_statement,
    chosen_from,
    table_row,
    zone_kind,
    citation,
    misplaced_when,
    swapped,
    english,
    kind_after_a,
    needs_brackets,
    title_without_name,
    without_quotes,
    name_in_two_words,
    trailing_comma,
)
LAST_RULES = (side_by_side,)
