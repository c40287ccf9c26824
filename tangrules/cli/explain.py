"""`tangrules explain`: a diagnostic's code, a rule after all packs' changes, or where a number comes from."""

from __future__ import annotations

import argparse
import re

from tangrules.cli.options import add_players, add_save, default_players, positive

_CODE = re.compile(r"[EWNV]-[A-Z-]+", re.IGNORECASE)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="a code such as E-NAME; packs and the name of a rule; or, with --save, a counter such as coins",
    )
    add_players(parser)
    add_save(
        parser,
        "explain the numbers in a save: name a counter or track (or a part, 'level[red]'), or none for the whole story",
    )
    parser.add_argument(
        "--seat", metavar="N", type=positive, default=1, help="whose counter it is (default: 1)"
    )


def run(options: argparse.Namespace) -> int:
    """Print the explanation."""
    from tangrules.diagnostics import UsageError

    if options.save is not None:
        return _numbers(options)
    if options.words and all(_CODE.fullmatch(word) for word in options.words):
        print("\n\n".join(_page(word) for word in options.words))
        return 0
    if len(options.words) < 2:
        raise UsageError("name a code such as E-NAME, or a pack and the name of a rule in it")
    *packs, name = options.words
    return _rule(packs, name, options.players)


def _page(code: str) -> str:
    if code.upper().startswith("V-"):  # what `verify` reports
        from tangrules.verify.conformance.pages import explain as explain_check

        return explain_check(code)
    from tangrules.diagnostics.catalogue import explain

    return explain(code)


def _rule(packs: list[str], name: str, players: int | None) -> int:
    from tangrules.diagnostics import UsageError, did_you_mean
    from tangrules.explain.amended import amended
    from tangrules.explain.amended_text import as_text

    rules, names = amended(packs, name, default_players(packs) if players is None else players)
    if not rules:
        hint = did_you_mean(name, names) or f"`tangrules dump {packs[0]} --stage model` shows all rules"
        raise UsageError(f"there is no rule called {name!r}: {hint}")
    print("\n\n".join(map(as_text, rules)))
    return 0


def _numbers(options: argparse.Namespace) -> int:
    from tangrules.cli.options import load_save
    from tangrules.diagnostics import UsageError
    from tangrules.explain.provenance import story, whence

    packs, counter = _parted(options.words)
    state = load_save(options.save, packs, options.players)
    if not 1 <= options.seat <= state.players:
        raise UsageError(f"seat is {options.seat}: there are {state.players}")
    if counter:
        print(whence(state, counter, options.seat - 1))
    else:
        print("\n".join(story(state)))
    return 0


def _parted(words: list[str]) -> tuple[list[str], str]:
    """Tell the packs from the counter behind them. A word that names a pack or a path is no counter."""
    from tangrules.packs.finding import is_path, shipped_named

    if not words or is_path(words[-1]) or shipped_named(words[-1]) is not None:
        return words, ""
    return words[:-1], words[-1]
