"""Counterexamples as files: replays that say in comments which check fails, and why.

`tangrules replay` shows such a file; `check_again` says whether the check still fails, so it can be kept as
a test. The last move may be the one that shows the problem: one that is refused, say, or that a rule fails
in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from tangrules.diagnostics import RuleError, SaveError, UsageError
from tangrules.diagnostics.visible import sentence
from tangrules.play.game import Game
from tangrules.play.replay import FORMAT, replay
from tangrules.play.replay import read as read_replay
from tangrules.verify.conformance.catalogue import CHECKS
from tangrules.verify.conformance.problem import UNTESTED, Check, Problem
from tangrules.verify.conformance.trail import Trail

SUFFIX = ".replay"

_CHECK = re.compile(r"#\s*check:\s*([a-z]+)\s*")
_PACKS = re.compile(r"#\s*packs at:\s*(.+)")


def written(trail: Trail, check: Check, problem: Problem, comments: Iterable[str] = ()) -> str:
    """Return a counterexample as the text of a replay."""
    lines = (_empty(trail) if not trail.states else trail.last.to_replay()).splitlines()
    told = [f"check: {check.name}", problem.message, *problem.details, *comments]
    head = [lines[0], *(f"# {sentence(line)}" for line in told)]
    if problem.move is not None:
        seat, text = problem.move
        lines.append(f"{len(trail.entries) + 1}. seat {seat + 1}: {text}")
    return "\n".join([*head, *lines[1:], ""])


def _empty(trail: Trail) -> str:
    """Return the replay of a game that cannot begin."""
    program = trail.program
    return "\n".join(
        [
            f"tangrules replay {FORMAT}",
            f"game: {program.name}",
            f"packs: {', '.join(program.packs)}",
            f"players: {trail.players}",
            f"rules: {program.fingerprint}",
            f"seed: {trail.seed}",
            "",
        ]
    )


def located(text: str, names: Sequence[str], folder: Path) -> str:
    """Return a counterexample that says where its packs are, seen from the folder it is kept in."""
    shown = [_seen_from(name, folder) for name in names]
    first, rest = text.split("\n", 1)
    return f"{first}\n# packs at: {', '.join(shown)}\n{rest}"


def _seen_from(name: str, folder: Path) -> str:
    path = Path(name)
    if not path.exists():
        return name  # the name of a shipped pack
    try:
        return os.path.relpath(path.resolve(), folder.resolve()).replace(os.sep, "/")
    except ValueError:  # another drive
        return str(path.resolve())


@attrs.frozen
class Again:
    """A counterexample that was looked at again. `problem` is None if its check holds now."""

    check: Check
    trail: Trail
    problem: Problem | None


def packs_of(text: str, folder: Path) -> tuple[str, ...]:
    """Return where a counterexample says its packs are, or their names."""
    found = next((match[1] for line in text.splitlines() if (match := _PACKS.fullmatch(line.strip()))), "")
    names = [name.strip() for name in found.split(",") if name.strip()]
    if not names:
        return read_replay(text).packs
    return tuple(os.path.normpath(folder / name) if (folder / name).exists() else name for name in names)


def check_of(text: str) -> Check:
    """Return the check that a counterexample is of. UsageError if it does not say one."""
    name = next((match[1] for line in text.splitlines() if (match := _CHECK.fullmatch(line.strip()))), "")
    check = next((known for known in CHECKS if known.name == name), None)
    if check is None:
        raise UsageError("this replay is no counterexample: no comment in it says `check: NAME`")
    return check


def check_again(text: str, game: Game) -> Again:
    """Play a counterexample and look whether its check still fails. SaveError if its moves do not fit."""
    check = check_of(text)
    try:
        again = replay(text, game)
    except RuleError as error:
        record = read_replay(text)
        nowhere = Trail(game, record.players, record.seed, ())
        return Again(check, nowhere, Problem(f"a rule fails before the first question: {error.args[0]}"))
    record = again.record
    trail = Trail(game, record.players, record.seed, again.states)
    if len(again.states) < len(record.moves):
        raise SaveError(f"this counterexample does not fit the rules any more: {again.stopped}")
    return Again(check, trail, _found(check, trail))


def _found(check: Check, trail: Trail) -> Problem | None:
    """Look at the last position, and at the one before the last move."""
    lent = [other for other in CHECKS if other.name == "offered" and check.name in ("acts", "ends")]
    for known in (check, *lent):
        for index in (len(trail.states) - 1, len(trail.states) - 2):
            problem = known.look(trail.up_to(index), None) if index >= 0 else None
            if (
                problem is not None
                and problem is not UNTESTED
                and (problem.check or known.name) == check.name
            ):
                return problem
    return None
