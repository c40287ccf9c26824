"""Mistakes in the first line of a declaration, and in the lines of a table."""

from __future__ import annotations

import re

from tangrules.diagnostics import did_you_mean
from tangrules.syntax.lines import Slip
from tangrules.syntax.mistakes.fallback import pattern
from tangrules.syntax.mistakes.scene import Scene
from tangrules.syntax.states import NAME
from tangrules.syntax.vocabulary import RESERVED

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
_NAMING_PACKS = frozenset({"extends", "requires", "excludes", "recommends", "discourages"})
_WITH_THINGS = frozenset({"to", "turn", "law", "value"})


def without_reason(scene: Scene) -> Slip | None:
    """`require …: x is 1` without `else "reason"`."""
    if "else" not in scene.wanted or scene.item not in ("require", "law") or not scene.ends_early:
        return None
    return scene.slip(
        "a requirement must say why it refuses",
        "`else` and the reason as a text",
        'go on with `else "too few coins"`; players read this text',
    )


def adjusted_score(scene: Scene) -> Slip | None:
    """`adjust score coins: + 1`."""
    words = scene.words
    if (
        scene.head not in ("adjust", "change")
        or not scene.is_item
        or words[1:2] not in (["score"], ["value"])
    ):
        return None
    if scene.found is None or scene.found.kind != "word" or scene.at != 2:
        return None
    if words[1] == "value":
        return scene.slip("`value` is too much", suggestion=f"write `adjust {scene.word}`", on=scene.bits[1])
    hint = f'adjust the value that it is made of, or write `replace score {scene.word} "…" = …`'
    return scene.slip("a score cannot be adjusted", "", hint, on=scene.bits[1])


def if_behind_rule(scene: Scene) -> Slip | None:
    """`adjust price: + 1 if your coins > 3`."""
    if scene.word != "if" or not scene.is_item or "when" not in scene.stuck.repairs:
        return None
    return scene.slip(
        "behind a rule the condition begins with `when`", "`when`", "write `when` in place of `if`"
    )


def condition_before_change(scene: Scene) -> Slip | None:
    """`adjust price when not rich: + 1` or `adjust price: when not rich: + 1`."""
    if scene.head != "adjust" or not scene.is_item or scene.found is None or scene.word not in ("when", "if"):
        return None
    begins = scene.before is not None and scene.before.text == ":"
    if not begins and ":" not in scene.wanted:
        return None
    line, found = scene.line, scene.found
    behind = [bit for bit in line.bits if bit.text == ":" and bit.column > found.column]
    message, expected = (
        "the condition of an adjustment stands behind what it changes",
        "" if begins else "`:`",
    )
    if found.line != line.number or not behind:
        return scene.slip(message, expected, pattern(scene))
    head = line.text[line.bits[0].column - 1 : found.column - 1].rstrip(": ")
    condition = line.text[found.end - 1 : behind[-1].column - 1].strip()
    change = line.text[behind[-1].end - 1 : line.bits[-1].end - 1].strip()
    if not change:
        below = scene.next_line
        change = (
            below.text[: below.end - 1].strip() if below is not None and below.depth > line.depth else "+ 1"
        )
    return scene.slip(message, expected, f"write `{head}: {change} when {condition}`")


def require_without_verb(scene: Scene) -> Slip | None:
    """`require your coins >= 2 else "too few coins"`."""
    if scene.head != "require" or not scene.is_item or "for" not in scene.wanted:
        return None
    message = "a requirement has a name, and says for which verb it is"
    return scene.slip(message, "`for` and the name of a verb", pattern(scene))


def table_row(scene: Scene) -> Slip | None:
    """A line of a table without its first or last bar."""
    if not scene.above or scene.above[0].first != "table":
        return None
    if scene.head != "|":
        return scene.slip("a line of a table begins with `|`", on=scene.bits[0])
    if scene.ends_early and "|" in scene.wanted:
        return scene.slip("a line of a table ends with `|`", "`|`")
    if scene.before and scene.before.text == "," and scene.word in ("|", ""):
        return scene.slip("after a comma comes another item of the column", on=scene.before)
    return None


def layout_row(scene: Scene) -> Slip | None:
    """A row of a drawn layout without its quotes."""
    if scene.at or not scene.above or scene.above[0].first != "layout" or not scene.bits:
        return None
    row = scene.line.text.strip()
    return scene.slip("each row of a layout stands between quotes", suggestion=f'write `"{row}"`')


def zone_kind(scene: Scene) -> Slip | None:
    """`zone your hand: list of card`, `zone your coins: 0 .. 9`."""
    words = scene.words
    if scene.head != "zone" or ":" not in words[: scene.at]:
        return None
    at = words.index(":") + 1
    if scene.word == ".." and scene.at == at + 1 and scene.bits[at].kind == "number":
        message = "a number that changes is a `counter`"
        return scene.slip(message, "`counter`", pattern(scene), on=scene.bits[at])
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


def zone_index(scene: Scene) -> Slip | None:
    """`zone marker(sea): one coin`."""
    if scene.head not in ("zone", "track") or scene.word != "(" or ":" in scene.words[: scene.at]:
        return None
    if not scene.before or scene.before.kind != "word" or scene.before.text in RESERVED:
        return None
    inside = scene.after.text if scene.after else "…"
    return scene.slip(
        "what there is one for each of stands in square brackets",
        suggestion=f"write `{scene.before.text}[{inside}]`",
    )


def pack_in_quotes(scene: Scene) -> Slip | None:
    """`extends "boats"`, `extends big boats`."""
    if scene.head not in _NAMING_PACKS or not scene.found or scene.chunk.role == "item":
        return None
    if scene.found.kind == "text" and scene.at == 1:
        inside = scene.found.text.strip('"')
        name = re.sub(r"\W+", "_", inside.lower()).strip("_")
        return scene.slip("a pack is named without quotes", "a name", f"write `{scene.head} {name}`")
    left = scene.before
    if left is not None and left.kind == "word" and scene.word not in RESERVED and "," in scene.wanted:
        joined, both = f"{left.text}_{scene.word}", f"{left.text}, {scene.word}"
        hint = f"write `{joined}` if it is one name, or `{both}` for two packs"
        return scene.slip("a name is one word", "", hint, on=left)
    return None


def title_without_name(scene: Scene) -> Slip | None:
    """`score "Coins" = …`."""
    if not scene.found or scene.found.kind != "text" or NAME not in scene.wanted or scene.at != 1:
        return None
    return scene.slip("a name is missing before the title", "a name", pattern(scene))


def name_in_two_words(scene: Scene) -> Slip | None:
    """`zone your open cards: …`, but not `zone your coins counter 0 .. 9`."""
    left, right = scene.before, scene.found
    if not scene.is_item or left is None or right is None or left.kind != "word" or right.kind != "word":
        return None
    is_declared = scene.at == 2 or (scene.at == 3 and scene.words[1] == "your")
    if not is_declared or ":" not in scene.words[scene.at + 1 :] or left.text in RESERVED:
        return None
    joined = f"{left.text}_{right.text}"
    things = f"; things stand in brackets: `{left.text}({right.text}: card)`" if _takes_things(scene) else ""
    return scene.slip("a name is one word", suggestion=f"write `{joined}`{things}", on=left)


def _takes_things(scene: Scene) -> bool:
    return scene.head in _WITH_THINGS and scene.after is not None and scene.after.text == ":"


RULES = (
    pack_in_quotes,
    adjusted_score,
    condition_before_change,
    if_behind_rule,
    without_reason,
    require_without_verb,
    table_row,
    layout_row,
    zone_kind,
    zone_index,
)
LATER_RULES = (title_without_name, name_in_two_words)
