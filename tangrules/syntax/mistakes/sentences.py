"""Mistakes in the middle of a statement, or of a sentence that may be of any kind."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.syntax.lines import Slip
from tangrules.syntax.mistakes.fallback import pattern
from tangrules.syntax.mistakes.phrases import essentials
from tangrules.syntax.mistakes.scene import Scene
from tangrules.syntax.mistakes.values import ARTICLES
from tangrules.syntax.states import LINE_END, NAME, TEXT
from tangrules.syntax.vocabulary import STATEMENT_WORDS, words

_AMENDS = words("gain lose pay gains loses pays")
_BLOCKS = words("when if for repeat step may")
_GOES_ON = words("when where and or + - * < > <= >= is once by")
_GUARDED = words("after before instead step option action whenever")
_OPENINGS = _GUARDED | words("to turn if else for repeat may choose at given example")
_PREPOSITIONS = words("to from into in on onto at of for by with toward towards")


def then_in_statement(scene: Scene) -> Slip | None:
    """`if x is 1 then gain 2 coins`."""
    if scene.head not in ("if", "else") or "then" not in scene.words[: scene.at + 1] or scene.is_item:
        return None
    at = scene.words.index("then")
    rest = scene.words[at + 1] if at + 1 < len(scene.words) else ""
    if rest not in STATEMENT_WORDS | {"", ":"}:
        return None
    return scene.slip(
        "an `if` before statements has `:` and no `then`",
        suggestion="write `:` in place of `then`; `if … then … else …` chooses between two values",
        on=scene.bits[at],
    )


def heard_of_nobody(scene: Scene) -> Slip | None:
    """`after final():`, `after build(c):`."""
    if scene.head not in ("after", "before", "instead") or not scene.is_item or "anyone" not in scene.wanted:
        return None
    if scene.found is None or scene.found.kind != "word" or scene.word in ("the", "each", "a", "every"):
        return None
    doer = "anyone" if scene.word in ("setup", "round", "final") else "you"
    start = " ".join(scene.words[: scene.at])
    message = "it is not said of whom this is heard"
    return scene.slip(message, "`you`, `anyone` or `another`", f"write `{start} {doer} {scene.word}…`")


def broken_line(scene: Scene) -> Slip | None:
    """`after you build(c)` and below it `when c.cost > 2:`; `if x > 2 and` and below it `y < 3:`."""
    below, last = scene.next_line, scene.before
    if not scene.ends_early or below is None or last is None or below.depth <= scene.line.depth:
        return None
    if below.first not in _GOES_ON and last.text not in _GOES_ON:
        return None
    advice = "put the part that goes on in `( )`: inside brackets a line may be broken anywhere"
    if below.first in ("when", "once", "where"):
        advice = f"write `{below.first}` in this line; a long condition goes on below inside `( )`"
    return scene.slip("this line goes on below, where no bracket is open", "", advice)


def behind_colon(scene: Scene) -> Slip | None:
    """`after you build(c): when c.cost > 2: gain 1 coins`, and the same with `if`, `for each` or `choose one`."""
    at = _block_word(scene)
    if at < 0 or scene.head not in _OPENINGS:
        return None
    bit, head = scene.bits[at], scene.bits[: at - 1]
    if bit.text in ("when", "if") and scene.head in _GUARDED:
        start = scene.line.text[head[0].column - 1 : head[-1].end - 1]
        if "when" not in (each.text for each in head):
            return scene.slip("a condition stands before the `:`", "", f"write `{start} when …: …`", on=bit)
    opening = "if" if bit.text == "when" else bit.text
    message = f"`{bit.text}` cannot stand behind a `:`"
    return scene.slip(message, "", f"put `{opening} …` in the line below, 4 spaces further right", on=bit)


def block_of_choice(scene: Scene) -> Slip | None:
    """`turn take_turn: choose c in market:`, and a block below."""
    if scene.word != ":":
        return None
    words = scene.words[: scene.at]
    at = next((at for at in range(2, scene.at) if words[at] == "choose" and words[at - 1] == ":"), -1)
    if at < 0 or _is_open(words[: at - 1]):
        return None
    message = "`choose` with a block of its own cannot stand behind a `:`"
    suggestion = "put `choose …` in the line below, 4 spaces further right"
    return scene.slip(message, "", suggestion, on=scene.bits[at])


def _block_word(scene: Scene) -> int:
    """Return where, right behind a colon, there is a word that begins a block of its own; -1 if nowhere."""
    words = scene.words[: scene.at + 1]
    for at in range(2, len(words)):
        is_first = words[at - 1] == ":" and scene.bits[at].line == scene.bits[at - 1].line
        if is_first and words[at] in _BLOCKS and not _is_open(words[: at - 1]):
            return at
    return -1


def _is_open(words: Sequence[str]) -> bool:
    """Whether a bracket is open: there a colon parts what is gone through from what is asked of it."""
    return sum(word in ("(", "[") for word in words) > sum(word in (")", "]") for word in words)


def chosen_from(scene: Scene) -> Slip | None:
    """`choose c from your hand`, `pick c`."""
    if scene.wanted != {"in"} or not scene.before or scene.before.kind != "word":
        return None
    if scene.before.text in ARTICLES:
        return None
    message = f"after `{scene.before.text}` comes `in`, and what it is taken from"
    return scene.slip(message, "`in`", pattern(scene))


def choice_without_to(scene: Scene) -> Slip | None:
    """`choose c in your hand then build(c)`, `choose c in your hand or nothing`."""
    if "choose" not in scene.words and "chooses" not in scene.words:
        return None
    if scene.word in ("then", "and") and "to" in scene.wanted:
        return scene.slip("what is done with the things chosen comes after `to`", "`to`", pattern(scene))
    if scene.word == "or":
        message = "a choice that one may leave ends with `or pass`"
        return scene.slip(message, "`or pass`", 'for example: `choose c in your hand or pass "keep it"`')
    return None


def how_many(scene: Scene) -> Slip | None:
    """`gain coins 2`, `gain coins`, `pay 2`, `draw from deck to your hand`."""
    if scene.head in ("draw",) and scene.at == 2 and scene.words[1] == "from":
        return scene.slip("the number of pieces drawn is missing", "", pattern(scene), on=scene.bits[1])
    if scene.head not in _AMENDS or NAME not in scene.wanted:
        return None
    if scene.words[1:] in (["your", scene.words[-1]],) and scene.ends_early:
        suggestion = f"write `{scene.head} 1 {scene.words[-1]}`"
        return scene.slip("the number is missing", "", suggestion, on=scene.bits[1])
    if scene.at != 2:
        return None
    thing, found = scene.bits[1], scene.found
    if thing.kind == "word" and found and found.kind == "number":
        suggestion = f"write `{scene.head} {found.text} {thing.text}`"
        return scene.slip("the number comes before the thing", suggestion=suggestion)
    if thing.kind == "word" and found is None:
        return scene.slip("the number is missing", "", f"write `{scene.head} 1 {thing.text}`", on=thing)
    if thing.kind == "number" and found is None:
        return scene.slip("it is not said of what", "the name of a counter", pattern(scene))
    return None


def too_much(scene: Scene) -> Slip | None:
    """`draw 2 cards from deck to your hand`, `move c from your hand to discard`."""
    bit = scene.found
    if bit is None:
        return None
    if "from" in scene.wanted and bit.kind == "word" and scene.after and scene.after.text == "from":
        suggestion = f"leave `{bit.text}` out; the deck tells what is drawn"
        return scene.slip(f"`{bit.text}` is too much", suggestion=suggestion)
    if scene.head == "move" and bit.text == "from":
        end = scene.words.index("to") if "to" in scene.words else len(scene.bits)
        part = scene.line.text[bit.column - 1 : scene.bits[end - 1].end - 1]
        message = "where a piece comes from is not said"
        return scene.slip(message, suggestion=f"leave `{part}` out: a piece is in one place only")
    return None


def preposition(scene: Scene) -> Slip | None:
    """`move c into discard`, `remove step rest from take_turn`."""
    wanted = essentials(scene.wanted) & _PREPOSITIONS
    if len(wanted) != 1 or scene.word not in _PREPOSITIONS or scene.word in scene.wanted:
        return None
    word = next(iter(wanted))
    return scene.slip(f"here the word is `{word}`", f"`{word}`", pattern(scene))


def swapped(scene: Scene) -> Slip | None:
    """`else` where `otherwise` is the word, and the other way round; both behind a statement."""
    pairs = {"else": "otherwise", "otherwise": "else"}
    other = pairs.get(scene.word, "")
    if not other or scene.word in scene.wanted:
        return None
    if other in scene.wanted:
        return scene.slip(f"here the word is `{other}`", f"`{other}`")
    if scene.at and LINE_END in scene.wanted and not scene.is_item:
        return scene.slip(
            f"`{scene.word}` begins a line of its own",
            suggestion="put it below the word that it belongs to",
        )
    return None


def question_of_may(scene: Scene) -> Slip | None:
    """`may pay 2 coins`."""
    if scene.head != "may" and (not scene.before or scene.before.text != "may"):
        return None
    if TEXT not in scene.wanted:
        return None
    return scene.slip(
        "after `may` comes what the player is asked, as a text",
        "",
        'for example: `may "buy a boat": pay 2 coins`',
    )


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
    """`once per turn when x`, `gain 2 coins when x`, `value price = 3 when x`."""
    if scene.word not in ("when", "otherwise"):
        return None
    if "once" in scene.words[: scene.at]:
        return scene.slip("`when` stands before `once per …`")
    if scene.is_item and scene.head in ("value", "score") and "=" in scene.words[: scene.at]:
        message = "each case stands in a line of its own"
        return scene.slip(
            message, suggestion="end this line after `=`, and put the cases 4 spaces further right"
        )
    if scene.head in STATEMENT_WORDS - {"step"} and not scene.is_item and scene.word == "when":
        message = "a statement has no `when`"
        return scene.slip(message, suggestion="put it 4 spaces further right under `if …:`")
    return None


def trailing_comma(scene: Scene) -> Slip | None:
    """`icons colour: red, blue,`."""
    if not scene.ends_early or not scene.before or scene.before.text != ",":
        return None
    return scene.slip(
        "after the last comma something is missing",
        suggestion="go on in the same line, or delete the comma; only inside brackets a line goes on below",
        on=scene.before,
    )


RULES = (
    heard_of_nobody,
    broken_line,
    behind_colon,
    block_of_choice,
    then_in_statement,
    chosen_from,
    choice_without_to,
    how_many,
    too_much,
    citation,
    misplaced_when,
    swapped,
    question_of_may,
    preposition,
)
LATER_RULES = (without_quotes, trailing_comma)
