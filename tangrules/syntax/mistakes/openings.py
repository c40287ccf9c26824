"""Mistakes in the first word of a sentence: unknown words, and words in the wrong place."""

from __future__ import annotations

from tangrules.diagnostics import did_you_mean
from tangrules.syntax.lines import Slip
from tangrules.syntax.mistakes import forms
from tangrules.syntax.mistakes.advice import FOR_ITEMS, FOR_STATEMENTS, FOR_STATEMENTS_OUTSIDE
from tangrules.syntax.mistakes.scene import Scene
from tangrules.syntax.states import LINE_END
from tangrules.syntax.vocabulary import (
    BLOCK_WORDS,
    EXAMPLE_WORDS,
    HEADER_WORDS,
    ITEM_WORDS,
    PACK_WORDS,
    PLAYER_WORDS,
    RESERVED,
    STATEMENT_WORDS,
    words,
)

_BEGINNINGS = STATEMENT_WORDS | EXAMPLE_WORDS | BLOCK_WORDS
_WITHOUT_STATEMENTS = words("icons piece table layout grades value score require law while with")
_CONTAINERS = words("while with for")
_PLAYER_FORMS = {word.removesuffix("s"): word for word in PLAYER_WORDS - {"may", "does"}} | {"do": "does"}


def _is_statement(scene: Scene) -> bool:
    """Whether the sentence stands where something happens."""
    above = scene.above
    if scene.is_item or not above or scene.chunk.role != "item":
        return False
    return above[0].first not in _WITHOUT_STATEMENTS and not (above[0].first == "track" and len(above) == 1)


def belongs_to_header(scene: Scene) -> Slip | None:
    """`players 2 to 4` below the first item."""
    if scene.at or not scene.is_item or scene.head not in HEADER_WORDS - ITEM_WORDS:
        return None
    return scene.slip(
        f"a line with `{scene.head}` belongs to the header",
        suggestion="move it up, before all declarations",
    )


def outside_of_verb(scene: Scene) -> Slip | None:
    """`gain 2 coins` at the left margin."""
    word = scene.head
    if scene.is_item and word == "for" and scene.word == "each":
        word = "for each"
    elif scene.at or not scene.is_item or word not in _BEGINNINGS - ITEM_WORDS:
        return None
    if word in ("else", "otherwise", "option"):
        return _belongs_to_nothing(scene)
    return _outside(scene, word)


def behind_container(scene: Scene) -> Slip | None:
    """`while your coins < 3: gain 1 coins`, or the same in the line below."""
    word, above = scene.head, scene.above
    is_under = not scene.at and bool(above) and above[-1].first in _CONTAINERS and len(above) == 1
    is_behind = (
        scene.is_item and word in _CONTAINERS and scene.before is not None and scene.before.text == ":"
    )
    if is_behind:
        word = scene.word
    if not (is_under or is_behind) or word not in _BEGINNINGS - ITEM_WORDS - {"else", "otherwise", "option"}:
        return None
    return _outside(scene, word)


def _outside(scene: Scene, word: str) -> Slip:
    where = "in an example" if word in EXAMPLE_WORDS else "in a verb or a rule"
    form = "a line that says when, such as `after you build(c):` or `to build(c: card):`"
    if word in EXAMPLE_WORDS:
        form = 'a line such as `example "a boat costs two coins":`'
    return scene.slip(
        f"`{word}` begins something that happens, and can stand only {where}",
        suggestion=FOR_STATEMENTS_OUTSIDE.get(word) or f"put it 4 spaces further right under {form}",
    )


def unknown_item(scene: Scene) -> Slip | None:
    """`zoen your coins: …`."""
    word = scene.head
    if scene.at or not scene.found or scene.found.kind != "word":
        return None
    if scene.chunk.role == "pack":
        return _unknown_pack(scene)
    if not scene.is_item or word in ITEM_WORDS:
        return None
    guess, things = did_you_mean(word.casefold(), ITEM_WORDS), "a declaration"
    if not guess and word not in FOR_ITEMS:
        guess = did_you_mean(word.casefold(), HEADER_WORDS)
        things = "a line of the header" if guess else things
    return scene.slip(
        f"`{word}` is not a word that begins {things}",
        "" if word in FOR_ITEMS or guess else "a declaration, such as `zone`, `value` or `to`",
        FOR_ITEMS.get(word) or guess,
    )


def _unknown_pack(scene: Scene) -> Slip:
    guess = did_you_mean(scene.head.casefold(), PACK_WORDS)
    return scene.slip(
        "the second line says what the file is",
        "`game`, `module`, `mix` or `part of`",
        guess or 'such a line reads: `game boats "Boats"`',
    )


def item_inside(scene: Scene) -> Slip | None:
    """`zone …` under a verb."""
    if (
        scene.is_item
        or scene.chunk.role != "item"
        or scene.head not in ITEM_WORDS - _BEGINNINGS
        or not scene.above
    ):
        return None
    if scene.at and _is_statement(scene) and scene.head == "end":
        return None
    if scene.at > 1 or not _is_statement(scene):
        return None
    message = f"`{scene.head}` begins a declaration, which can't stand inside another one"
    return scene.slip(message, suggestion="begin the line at the left margin", on=scene.bits[0])


def without_partner(scene: Scene) -> Slip | None:
    """`else:` without `if`, `option` without `choose one`."""
    if scene.is_item or scene.head not in ("else", "otherwise", "option"):
        return None
    is_name = scene.at == 1 and LINE_END in scene.wanted
    return _belongs_to_nothing(scene) if scene.at == 0 or is_name else None


def _belongs_to_nothing(scene: Scene) -> Slip:
    partner = {
        "else": "it stands as deep as its `if`, right after the lines under it",
        "otherwise": "it stands as deep as its `choose`, right after the lines under it; an `if` has `else`",
        "option": "it stands under a line such as `choose one prize:`",
    }
    words = {"else": "`if`", "otherwise": "`choose`", "option": "`choose one`"}
    message = f"this `{scene.head}` belongs to no {words[scene.head]}"
    return scene.slip(message, suggestion=partner[scene.head], on=scene.bits[0])


def numbered_player(scene: Scene) -> Slip | None:
    """`player 1.coins`."""
    left, right = scene.before, scene.found
    if left is None or right is None or left.text not in ("player", "players") or right.kind != "number":
        return None
    number = right.text.partition(".")[0]
    return scene.slip("a certain player is named by the seat", "", f"write `seat {number}`", on=left)


def player_form(scene: Scene) -> Slip | None:
    """`q gain 2 coins`, `gains 2 coins`, `q move c to x`."""
    if not _is_statement(scene):
        return None
    if scene.head in PLAYER_WORDS - {"may"} and scene.at <= 1:
        own = {"does": "leave out `does`", "leaves": "write `you leaves`"}
        yours = own.get(scene.head, f"write `{scene.head.removesuffix('s')}`")
        return scene.slip(
            f"`{scene.head}` needs a player before it",
            suggestion=f"for `you` {yours}; for another player `q {scene.head}`",
            on=scene.bits[0],
        )
    if not scene.at or scene.head in _BEGINNINGS:
        return None
    player = _text_before(scene)
    if player == "you" and scene.word in _PLAYER_FORMS:
        rest = scene.line.text[scene.bits[scene.at].column - 1 : scene.line.end - 1]
        return scene.slip("`you` is too much", suggestion=f"write `{rest}`", on=scene.bits[0])
    if scene.word in _PLAYER_FORMS:
        return scene.slip(
            f"after a player, `{scene.word}` is `{_PLAYER_FORMS[scene.word]}`",
            suggestion=f"write `{player} {_PLAYER_FORMS[scene.word]} …`",
        )
    if scene.word in STATEMENT_WORDS - {"may", "if", "for"}:
        return scene.slip(
            f"`{scene.word}` has no player before it",
            suggestion=f"write `{forms.nearest(forms.STATEMENTS, scene.word, scene.words)}`",
        )
    return None


def _text_before(scene: Scene) -> str:
    first, last = scene.bits[0], scene.bits[scene.at - 1]
    return scene.line.text[first.column - 1 : last.end - 1] if first.line == last.line else "q"


def unknown_statement(scene: Scene) -> Slip | None:
    """`mvoe c to x`, `discard c`, `build boat(c)`."""
    word = scene.head
    if not _is_statement(scene) or scene.at > 1 or word in RESERVED - FOR_STATEMENTS.keys():
        return None
    if not scene.bits or scene.bits[0].kind != "word" or (scene.at and _is_value(scene)):
        return None
    if not scene.at and not scene.wanted >= STATEMENT_WORDS:
        return None
    message = f"`{word}` is not a word that begins a statement"
    if word in FOR_STATEMENTS:
        return scene.slip(message, suggestion=FOR_STATEMENTS[word], on=scene.bits[0])
    guess = did_you_mean(word, _BEGINNINGS)
    if guess:
        return scene.slip(message, suggestion=guess, on=scene.bits[0])
    if scene.after and scene.after.text == "(" and scene.found and scene.found.kind == "word":
        name = f"{word}_{scene.word}"
        return scene.slip("a name is one word", suggestion=f"write `{name}(…)`", on=scene.bits[0])
    return scene.slip(
        message,
        "a word such as `move`, `gain` or `choose`",
        f"to do a verb of your own, write its name with its things in brackets: `{word}(…)`",
        on=scene.bits[0],
    )


def behind_head(scene: Scene) -> Slip | None:
    """`action work is main: gian 1 coins`."""
    before = scene.before
    if before is None or before.kind != "word" or scene.at < 2 or scene.bits[scene.at - 2].text != ":":
        return None
    word = before.text
    if word in RESERVED or scene.found is None or scene.found.kind == "sign":
        return None
    guess = FOR_STATEMENTS.get(word) or did_you_mean(word, _BEGINNINGS)
    if not guess:
        return None
    return scene.slip(f"`{word}` is not a word that begins a statement", suggestion=guess, on=before)


def without_head(scene: Scene) -> Slip | None:
    """`esle: gain 1 coins`."""
    if scene.at != 1 or scene.word != ":" or not _is_statement(scene) or scene.head in RESERVED:
        return None
    guess = did_you_mean(scene.head, ("else", "otherwise", "given"))
    if not guess:
        return None
    return scene.slip(f"`{scene.head}` is not a word that begins a block", suggestion=guess, on=scene.bits[0])


def _is_value(scene: Scene) -> bool:
    return scene.found is not None and scene.found.kind == "sign"


RULES = (
    numbered_player,
    belongs_to_header,
    outside_of_verb,
    behind_container,
    unknown_item,
    without_partner,
    player_form,
    unknown_statement,
    behind_head,
    without_head,
    item_inside,
)
