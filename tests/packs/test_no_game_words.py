"""Nothing under tangrules/, nor the grammar, knows a word of any game: games are data."""

from __future__ import annotations

import re
from pathlib import Path

from tangrules.packs.shipped import available

ROOT = Path(__file__).resolve().parents[2]
ENGINE = (*sorted((ROOT / "tangrules").rglob("*.py")), ROOT / "grammar" / "tang.lark")
SCENARIOS = (*sorted((ROOT / "scenarios").rglob("*.tang")), *sorted((ROOT / "examples").glob("*.tang")))

ICONS = re.compile(r"^\s*(?:extend )?icons (\w+)[^:\n]*: (.*)$", re.MULTILINE)
NAMES = re.compile(r"^\s*(?:piece|zone|track|table|layout|region|score) (?:your )?(\w+)", re.MULTILINE)

COMMON = (
    "across action again area block blue board boxes bridge brown card cards chain chance child choice "
    "circle circles coins collection colour column columns copy corner cross crosses deck diamond dice "
    "disc discard discs down draw drawn east face falling first fish flying four free gold gray green "
    "group guard hand here icon icons kept king laid large last left level line lines main mark marker "
    "marks market missing more move moved nearby night north open opened orange outer inner pair pairs "
    "past patch path person piece pieces place placed point points pool power price prize prizes purple "
    "queen reached reserve right rising roof round rows scene beside call centre character choosing "
    "construction diamonds kind leader left_out pack played sight square seen select shape shapes share "
    "show shown side sides sign size small solo space spare special spent spot stack standing steps stone "
    "stones stop supply tang taken three tile tiles tiger token tokens track tree trees turn turns used "
    "waiting water with worn yellow terrace "
)
"""Words of everyday language, of boards and of programs; `tang` is the language itself."""


def words_of_games() -> dict[str, str]:
    """Return names of packs, icons, pieces and places of the games that are shipped, with where each is from."""
    found: dict[str, str] = {}
    for info in available():
        for word in re.findall(r"[a-z]+", f"{info.name} {info.title}".lower()):
            found.setdefault(word, info.name)
    for path in SCENARIOS:
        text = path.read_text(encoding="utf-8")
        names = [*NAMES.findall(text), *(name for name, _ in ICONS.findall(text))]
        names += [word for _, members in ICONS.findall(text) for word in re.findall(r"\w+", members)]
        for name in names:
            found.setdefault(name, path.name)
    return {word: place for word, place in found.items() if len(word) > 3 and word not in COMMON.split()}


def words_of_the_engine() -> dict[str, str]:
    """Return all words in the engine's source, comments included, with the file of each."""
    found: dict[str, str] = {}
    for path in ENGINE:
        for word in re.findall(r"[a-z]\w*", path.read_text(encoding="utf-8").lower()):
            found.setdefault(word, path.relative_to(ROOT).as_posix())
            for part in word.split("_"):
                found.setdefault(part, path.relative_to(ROOT).as_posix())
    return found


def test_the_engine_knows_no_word_of_a_game() -> None:
    engine = words_of_the_engine()
    shared = {word: (place, engine[word]) for word, place in words_of_games().items() if word in engine}
    assert shared == {}


def test_the_words_that_are_looked_for_are_those_of_the_games() -> None:
    words = words_of_games()
    telling = {"lantern", "pavilion", "lotus", "emperor", "engineer", "garden", "peach", "winter", "dragons"}
    assert telling <= set(words)
    assert {"hanging", "gardens", "fountain", "chalice"} <= set(words)
    assert len(words) > 150
