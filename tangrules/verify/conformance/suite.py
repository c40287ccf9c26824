"""Plays random games of packs at every number of players, and lets the checks look at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count as from_on
from pathlib import Path

import attrs

from tangrules.diagnostics import Severity, UsageError
from tangrules.explain.reading import declarations, read_packs
from tangrules.link.complete import seat_counts
from tangrules.packs import Pack, sources_of
from tangrules.play.game import Game, load
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes
from tangrules.verify.conformance.catalogue import CHECKS, checks_named
from tangrules.verify.conformance.counterexample import SUFFIX, located, written
from tangrules.verify.conformance.games import chosen_positions, play_random
from tangrules.verify.conformance.offered import OFFERED
from tangrules.verify.conformance.problem import UNTESTED, Check, Problem
from tangrules.verify.conformance.report import Finding, Report, Tally
from tangrules.verify.conformance.shrink import shrink
from tangrules.verify.conformance.table import ENDS, is_cut
from tangrules.verify.conformance.trail import Trail, asked_at

GAMES = 10
"""So many games are played with each number of players."""

MOVES = 2_000
"""A game that has so many moves is said not to end."""

CLOSELY = {"each": 1 << 30, "some": 20, "few": 6}
"""At so many positions of a game a check looks. Where a game has fewer, at all."""


def verify(
    names: str | Sequence[str] | Game,
    *,
    players: int | Sequence[int] | None = None,
    games: int = GAMES,
    seed: int = 0,
    checks: Sequence[str] | None = None,
    moves: int = MOVES,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Verify packs (names, or paths), or a game: play it at random and look at it with all checks.

    players: all numbers that the game allows, unless some are named. games: with each of them. checks: all,
    unless some are named (see `CHECKS`). Raises UsageError, and ScenarioError for packs with faults.
    """
    if games < 0 or moves < 1 or seed < 0:
        raise UsageError("games and seed are numbers from 0 on, moves from 1 on")
    wanted = checks_named(checks)
    subject = _subject(names, players)
    run = _Run(subject, wanted, moves)
    total = games * len(subject.counts)
    for at, count in enumerate(subject.counts):
        for number in range(games):
            run.play(count, seed + number)
            if progress is not None:
                progress(at * games + number + 1, total)
    return run.report(explicit=checks is not None)


@attrs.frozen
class Subject:
    """What is verified. `reasons` say for checks why they do not fit these rules."""

    game: Game
    names: tuple[str, ...]
    counts: tuple[int, ...]
    packs: tuple[Pack, ...] = ()
    reasons: dict[str, str] = attrs.field(factory=dict)


def _subject(names: str | Sequence[str] | Game, players: int | Sequence[int] | None) -> Subject:
    counts = (players,) if isinstance(players, int) else None if players is None else tuple(players)
    if isinstance(names, Game):
        if not counts:
            raise UsageError("players is missing: say with how many a game is to be verified")
        return Subject(names, names.packs, counts)
    listed = (names,) if isinstance(names, str) else tuple(names)
    if not listed:
        raise UsageError("verify needs at least one pack: a name or a path")
    packs = read_packs(listed)
    for count in counts or ():
        seat_counts(packs, count)
    counts = tuple(seat_counts(packs)) if counts is None else counts
    return Subject(load(*listed), listed, counts, tuple(packs), _reasons(packs))


def _reasons(packs: Sequence[Pack]) -> dict[str, str]:
    items = tuple(item for item in declarations(packs) if not isinstance(item, tree.Example))
    named = any(isinstance(node, tree.SeatLit) for node in nodes(items))
    return {"seats": "the rules name a seat by its number"} if named else {}


@attrs.define
class _Found:
    """A problem that was found, and in how many games."""

    check: Check
    problem: Problem
    trail: Trail
    games: set[tuple[int, int]] = attrs.field(factory=set)


class _Run:
    """Games that are played and looked at, and what has been found."""

    def __init__(self, subject: Subject, checks: Sequence[Check], moves: int) -> None:
        self.subject = subject
        self.checks = checks
        self.most = moves
        self.looks: dict[tuple[str, int], int] = {}
        self.idle: dict[tuple[str, int], str] = {}
        self.found: dict[tuple[str, str], _Found] = {}
        self.games = self.moves = 0
        self.cut: dict[int, int] = {}
        self.played: dict[int, int] = {}

    def play(self, players: int, seed: int) -> None:
        """Play a game and let the checks look at it."""
        trail, problem = play_random(self.subject.game, players, seed, self.most)
        self.games += 1
        self.moves += max(0, len(trail.states) - 1)
        self.played[players] = self.played.get(players, 0) + 1
        if trail.states and is_cut(trail.last):
            self.cut[players] = self.cut.get(players, 0) + 1
        names = {check.name for check in self.checks}
        if problem is not None:
            check = ENDS if _is_end(problem) else OFFERED
            if (problem.check or check.name) in names:
                self._note(check, problem, trail)
        for check in self.checks if trail.states else ():
            self._look(check, trail)

    def _look(self, check: Check, trail: Trail) -> None:
        key = (check.name, trail.players)
        if key not in self.idle:
            rules = self.subject.game.rules(trail.players)
            self.idle[key] = self.subject.reasons.get(check.name, "") or check.idle(rules)
        if self.idle[key]:
            return
        if check.when == "whole":
            self._take(check, _looked(check, trail), trail)
            return
        for index in chosen_positions(len(trail.states), CLOSELY[check.when], trail.seed):
            part = trail.up_to(index)
            if self._take(check, _looked(check, part), part):
                break

    def _take(self, check: Check, problem: Problem | None, trail: Trail) -> bool:
        if problem is UNTESTED:
            return False
        key = (check.name, trail.players)
        self.looks[key] = self.looks.get(key, 0) + 1
        if problem is None:
            return False
        if (problem.check or check.name) in {known.name for known in self.checks}:
            self._note(check, problem, trail)
        return True

    def _note(self, check: Check, problem: Problem, trail: Trail) -> None:
        key = (problem.check or check.name, problem.key)
        found = self.found.setdefault(key, _Found(check, problem, trail))
        found.games.add((trail.players, trail.seed))

    # ------------------------------------------------------------------------------ report

    def report(self, *, explicit: bool) -> Report:
        """Make counterexamples small and tell all."""
        tallies = tuple(
            Tally(check.name, check.says, count, *self._tally(check.name, count))
            for check in self.checks
            for count in self.subject.counts
        )
        findings = [self._finding(found) for found in self.found.values()]
        if not findings:
            findings += _untested(tallies, explicit=explicit)
            findings += [] if self.moves or not self.games else [_UNASKED]
        findings += [self._cut_note(count) for count in self.cut]
        findings.sort(key=_gravity)
        return Report(
            self._title(),
            self.subject.names,
            self.subject.counts,
            self.games,
            self.moves,
            tallies,
            tuple(findings),
            sources_of(self.subject.packs),
        )

    def _tally(self, check: str, players: int) -> tuple[int, str]:
        return self.looks.get((check, players), 0), self.idle.get((check, players), "")

    def _title(self) -> str:
        if not self.subject.counts:
            return ", ".join(self.subject.names)
        program = self.subject.game.rules(self.subject.counts[0]).program
        title, (_, *others) = program.title or program.name, program.packs
        return f"{title} with {', '.join(others)}" if others else title

    def _finding(self, found: _Found) -> Finding:
        trail, problem = shrink(found.check, found.problem, found.trail, self.subject.counts)
        check = next((known for known in CHECKS if known.name == problem.check), found.check)
        moves = [f"seat {move.seat + 1}: {move.text}" for move in trail.moves]
        if problem.move is not None:
            moves.append(f"seat {problem.move[0] + 1}: {problem.move[1]}")
        return Finding(
            check.name,
            problem.message,
            problem.severity,
            problem.span,
            trail.players,
            problem.details,
            trail.seed,
            tuple(moves),
            written(trail, check, problem),
            len(found.games),
        )

    def _cut_note(self, players: int) -> Finding:
        horizon = self.subject.game.rules(players).program.horizon
        games = f"{self.cut[players]} of {self.played[players]} games with {players} players"
        message = f"{games} were cut after {horizon} rounds, no rule ended them"
        return Finding("ends", message, Severity.NOTE, None, players)


_UNASKED = Finding("acts", "in no game there was anything to choose", Severity.WARNING, None, 0)


def _gravity(found: Finding) -> tuple[int, int]:
    names = ["nothing", *(check.name for check in CHECKS)]
    return list(Severity).index(found.severity), names.index(found.check)


def _looked(check: Check, trail: Trail) -> Problem | None:
    """Look at a position. A check that fails itself has met a fault of the engine, and tells it."""
    try:
        return check.look(trail, None)
    except Exception as error:
        message = f"the engine fails while this is looked at: {type(error).__name__}: {error}"
        return Problem(message, span=asked_at(trail.last), key=f"engine {type(error).__name__}")


def _is_end(problem: Problem) -> bool:
    return problem.key in ("again", "moves")


def _untested(tallies: Sequence[Tally], *, explicit: bool) -> list[Finding]:
    """Return findings for a run that looked at nothing, and for checks that were asked for and did not."""
    if not any(tally.looks for tally in tallies):
        return [Finding("nothing", "nothing was tested", Severity.ERROR, None, 0)]
    if not explicit:
        return []
    idle = {tally.check: tally.idle for tally in tallies}
    for tally in tallies:
        if tally.looks:
            idle.pop(tally.check, None)
    return [
        Finding(check, f"the check {check} tested nothing: {why or 'no games'}", Severity.ERROR, None, 0)
        for check, why in idle.items()
    ]


def keep(report: Report, folder: Path) -> Report:
    """Write the counterexamples of a report into a folder; return it with their names."""
    kept = []
    for found in report.findings:
        if not found.replay:
            kept.append(found)
            continue
        folder.mkdir(parents=True, exist_ok=True)
        text = located(found.replay, report.names, folder)
        path = _place(folder, f"{found.check}-{found.players}-{found.seed}", text)
        path.write_text(text, encoding="utf-8")
        kept.append(attrs.evolve(found, file=str(path)))
    return attrs.evolve(report, findings=tuple(kept))


def _place(folder: Path, stem: str, text: str) -> Path:
    """Return where a counterexample goes: to the file that has the same game, or to one that is not there yet.

    What was kept before is a test of somebody's, and is never written over by another game.
    """
    for number in from_on(1):
        path = folder / (f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}")
        if not path.exists() or (path.is_file() and _is_same_game(path, text)):
            return path
    raise AssertionError


def _is_same_game(path: Path, text: str) -> bool:
    """Whether a file has a game that differs at most in the version of its rules."""
    old = path.read_text(encoding="utf-8", errors="replace")
    return _lines(old) == _lines(text)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("rules: ")]
