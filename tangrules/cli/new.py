"""`tangrules new`: a scenario file to start from. It checks, tests and plays as it is written."""

from __future__ import annotations

import argparse
import re

from tangrules.cli.options import add_output

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")

_GAME = """\
tang 1
game {name} "{title}"
players 2 to 4
at most 40 rounds

-- A race for coins: each turn you take one or two of the coins on the table. Change it line by line, and look
-- at what happens:
--     tangrules check {file}
--     tangrules test {file}
--     tangrules play {file}

-- ============================================================ nouns: what there is
zone pot: counter 0 .. 99 = 20
zone your coins: counter 0 .. 99 = 0

-- ============================================================ verbs: what happens
to setup:
    set pot to 10 * player_count

to round:
    for each q in players: q does take_turn()

turn take_turn:
    choose "How many coins do you take?" n in 1 .. 2 to take(n)

to take(n: number):
    step out: set pot to pot - n
    step in: gain n coins
    -- who takes the last coin gets two more
    step last when pot is 0: gain 2 coins

-- ============================================================ permissions: what is allowed
require enough for take(n): n <= pot else "There are not so many coins left."

-- ============================================================ the end
end empty when pot is 0: finish the turn

score coins "Coins taken" = your coins
winner: most score then shared

-- ============================================================ examples: what must come out
example "taking two coins" for 2 players:
    seat 1 does take(2)
    expect pot is 18
    expect seat 1.coins is 2

example "the last coin is worth three" for 2 players:
    given:
        set pot to 1
    seat 1 does take(1)
    expect seat 1.coins is 3
    expect refused take(1) because enough
"""

_MODULE = """\
tang 1
module {name} "{title}"
extends {base}

-- Say here only what is different. Each named thing of the game can be changed:
--     adjust NAME: + 1                  a question gives another answer
--     after you VERB(…): …              something more happens
--     require NAME for VERB(…): … else "…"   something is no longer allowed
--     replace, remove, add              a thing of a list is another one, gone, or new
--
-- `tangrules explain {base} NAME` shows a rule as it stands. `tangrules check {file}` looks for mistakes.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "name", metavar="NAME", help="the scenario's name: lower-case letters, digits and - or _"
    )
    parser.add_argument("--title", metavar="TEXT", help="how people call it (default: made from the name)")
    parser.add_argument("--extends", metavar="PACK", help="begin a module for this game instead of a game")
    add_output(parser, "the file to write (default: NAME.tang in this folder)")


def run(options: argparse.Namespace) -> int:
    """Write the file, unless there is one already."""
    from pathlib import Path

    from tangrules.cli.files import write_text
    from tangrules.diagnostics import UsageError

    name = options.name.replace("-", "_")
    _check_name(options.name, name)
    file = options.output or f"{name}.tang"
    title = (options.title or name.replace("_", " ").capitalize()).replace('"', "'")
    if not title.isprintable():
        raise UsageError("the title must be one line of text")
    if file != "-" and Path(file).exists():
        raise UsageError(f"{file} is there already, and is not written over")
    template = _GAME if options.extends is None else _MODULE
    base, also = ("", "") if options.extends is None else _base(options.extends, file)
    write_text(file, _laid_out(template.format(name=name, title=title, file=file + also, base=base)))
    if file != "-":
        deeds = ("check", "test", "play") if options.extends is None else ("check", "play")
        told = ", ".join(f"tangrules {deed} {file}{also}" for deed in deeds)
        print(f"{file} is written; next: {told}")
    return 0


def _laid_out(text: str) -> str:
    """Return the text as `tangrules fmt` would lay it out."""
    from tangrules import syntax
    from tangrules.diagnostics import Reporter

    return syntax.format_text(text, "the new file", Reporter()) or text


def _check_name(given: str, name: str) -> None:
    from tangrules.diagnostics import UsageError
    from tangrules.packs.finding import shipped_named
    from tangrules.syntax.vocabulary import RESERVED

    if not _NAME.fullmatch(given):
        raise UsageError(f"{given!r} is no name for a scenario: use lower-case letters, digits and - or _")
    if name in RESERVED:
        raise UsageError(f"`{name}` is a word of the language: take another name")
    shipped = shipped_named(name)
    if shipped is not None:
        raise UsageError(f"`{given}` is a shipped pack, {shipped.title}: take another name")


def _base(pack: str, file: str) -> tuple[str, str]:
    """Return the name of the pack that is extended, and what to write behind the file where it is not found.

    The pack is read: one with faults would only show them later, as if they were the new file's.
    """
    from pathlib import Path

    from tangrules.diagnostics import Reporter, UsageError
    from tangrules.packs import load_packs
    from tangrules.packs.finding import main_file, neighbour_named, shipped_named

    main = main_file(pack)
    reporter = Reporter()
    packs = load_packs([pack], reporter)
    if reporter.has_errors:
        raise UsageError(f"there are faults in {pack}: `tangrules check {pack}` shows them")
    info = next(each for each in packs if each.path.absolute().resolve() == main.absolute().resolve())
    if info.form == "mix":
        raise UsageError(f"{pack} is a mix, which settles how packs go together: extend a game or a module")
    near = [Path(file)] if file != "-" else []
    found = shipped_named(info.name) or neighbour_named(info.name, near)
    is_found = found is not None and found.path.absolute().resolve() == main.absolute().resolve()
    return info.name, "" if is_found or file == "-" else f" {pack}"
