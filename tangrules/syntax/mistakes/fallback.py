"""What is said of a mistake that no rule knows: a word that is missing, or what could have stood there."""

from __future__ import annotations

from tangrules.syntax.lines import Slip
from tangrules.syntax.mistakes import forms, phrases
from tangrules.syntax.mistakes.scene import Scene
from tangrules.syntax.vocabulary import PLAYER_WORDS, STATEMENT_WORDS

_BETTER = (
    ({"then"}, ":", STATEMENT_WORDS | {""}),
    ({"then", "as", "when"}, ":", STATEMENT_WORDS),
    ({"="}, ",", frozenset({"secret", "private", "each"})),
    ({"round"}, "rounds", frozenset({""})),
)
"""Words that would fit, a better one, and before which words it is better; "" is the end of the line."""


def missing_word(scene: Scene) -> Slip | None:
    """Exactly one word, put before what was found, would let the sentence go on."""
    fitting = phrases.essentials(scene.stuck.repairs)
    fitting -= phrases.OPERATORS - {"in", "is"}
    if {":", ","} <= fitting and scene.is_item and _asked(scene):
        fitting -= {","}
    for worse, better, found in _BETTER:
        if better in fitting and scene.word in found:
            fitting -= worse
    if (
        len(fitting) != 1
        or scene.word == "("
        or (scene.wanted - fitting and phrases.wants_value(scene.wanted))
    ):
        return None
    word = next(iter(fitting))
    if scene.before and scene.before.text == word:
        return scene.slip(f"something is missing before `{word}`", "", pattern(scene), on=scene.before)
    if scene.ends_early:
        return scene.slip(f"`{word}` is missing at the end of this line", f"`{word}`")
    assert scene.found is not None
    message = f"`{word}` is missing before {phrases.named(scene.found)}"
    return scene.slip(message, f"`{word}`", pattern(scene))


def missing_condition(scene: Scene) -> Slip | None:
    """`end full: finish the round`, and a case without its condition."""
    if phrases.essentials(scene.wanted) == {"when"} and scene.found:
        message = f"`when` and a condition are missing before {phrases.named(scene.found)}"
        return scene.slip(message, "`when`", pattern(scene))
    if scene.ends_early and {"when", "otherwise"} <= scene.wanted:
        return scene.slip(
            "this case does not say when it holds",
            "`when` and a condition, or `otherwise`",
            "a value without cases stands in one line: `value price: number = 3`",
        )
    return None


def unfit(scene: Scene) -> Slip:
    """Say what was found, what could have stood there, and how such a sentence reads."""
    if scene.found is None:
        message = "this line ends too early"
    else:
        message = f"{phrases.named(scene.found)} can't stand here"
    return scene.slip(message, phrases.expected(scene.wanted), pattern(scene))


def pattern(scene: Scene) -> str:
    """Show how such a sentence reads, if that helps."""
    form = _form(scene)
    return f"for example: `{form}`" if form else ""


def _form(scene: Scene) -> str:
    value = forms.nearest(forms.VALUES, _asked(scene), scene.words)
    if value:
        return value
    if scene.chunk.role != "item":
        return forms.nearest(forms.HEADER, scene.head, scene.words)
    if scene.is_item:
        is_value = scene.head in ("value", "score") and "=" in scene.words[: scene.at]
        return "" if is_value else forms.nearest(forms.ITEMS, scene.head, scene.words)
    player = next((word for word in scene.words[: scene.at] if word in PLAYER_WORDS - {"may"}), "")
    of_player = next((form for form in forms.OF_PLAYERS if player and form.split()[1] == player), "")
    above = scene.above[0].first if scene.above else ""
    own = forms.nearest(forms.STATEMENTS, scene.head, scene.words)
    return own or of_player or forms.LINES_OF.get(above, "")


def _asked(scene: Scene) -> str:
    """Return the word before the innermost bracket that is open where the parser stopped."""
    depth = 0
    for at in range(scene.at - 1, 0, -1):
        word = scene.words[at]
        depth += (word in (")", "]")) - (word in ("(", "["))
        if depth < 0:
            return scene.words[at - 1]
    return ""
