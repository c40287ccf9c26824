"""What is said of a mistake that no rule knows: a word that is missing, or what could have stood there."""

from __future__ import annotations

from tangrules.syntax.lines import Slip
from tangrules.syntax.mistakes import forms, phrases
from tangrules.syntax.mistakes.scene import Scene

_BETTER = {"then": ":", "round": "rounds", "player": "players"}
"""Of two words that would fit, the one that is named."""


def missing_word(scene: Scene) -> Slip | None:
    """Exactly one word, put before what was found, would let the sentence go on."""
    fitting = phrases.essentials(scene.stuck.repairs)
    for word, better in _BETTER.items():
        if better in fitting:
            fitting -= {word}
    if len(fitting) != 1 or (scene.wanted - fitting and phrases.wants_value(scene.wanted)):
        return None
    word = next(iter(fitting))
    if scene.ends_early:
        return scene.slip(f"`{word}` is missing at the end of this line", f"`{word}`")
    assert scene.found is not None
    message = f"`{word}` is missing before {phrases.named(scene.found)}"
    return scene.slip(message, f"`{word}`", _pattern(scene))


def missing_condition(scene: Scene) -> Slip | None:
    """`end full: finish the round`, and a case without its condition."""
    if phrases.essentials(scene.wanted) == {"when"} and scene.found:
        message = f"`when` and a condition are missing before {phrases.named(scene.found)}"
        return scene.slip(message, "`when`", _pattern(scene))
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
    return scene.slip(message, phrases.expected(scene.wanted), _pattern(scene))


def _pattern(scene: Scene) -> str:
    form = _form(scene)
    return f"such a sentence reads: `{form}`" if form else ""


def _form(scene: Scene) -> str:
    if scene.chunk.role != "item":
        return forms.HEADER.get(scene.head, "")
    if scene.is_item:
        return forms.ITEMS.get(scene.head, "")
    above = scene.above[0].first if scene.above else ""
    return forms.STATEMENTS.get(scene.head) or forms.LINES_OF.get(above, "")
