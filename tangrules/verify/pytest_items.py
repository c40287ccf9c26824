"""What the pytest plugin collects. Only imported when a scenario is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs
import pytest

from tangrules.diagnostics import Diagnostic, Span, TangError, render_text
from tangrules.explain.reading import declarations, read_packs
from tangrules.ir import Origin, Program
from tangrules.link.complete import seat_range
from tangrules.lower.pipeline import build_all
from tangrules.packs import Pack, sources_of
from tangrules.packs.header import scan_header
from tangrules.play.game import load
from tangrules.runtime.state import State
from tangrules.syntax import tree
from tangrules.verify.conformance import Finding, Report, check_again, verify
from tangrules.verify.conformance.counterexample import packs_of
from tangrules.verify.examples import run_example
from tangrules.verify.findings import ExampleResult, Failure


class Refuted(Exception):
    """A test of a scenario that failed: what is printed."""


class ScenarioFile(pytest.File):
    """The main file of a pack, with the tests in all its files."""

    def __init__(self, *, named: bool = False, **rest: Any) -> None:
        super().__init__(**rest)
        self._named = named
        self._programs: dict[int, Program] = {}

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each example and each invariant."""
        header = scan_header(self.path.read_text(encoding="utf-8", errors="replace"), str(self.path))
        if header is not None and header.form == "part":
            if self._named:
                told = f"{self.path.name} is a part of the pack {header.name.text}: name its main file"
                raise self.CollectError(told)
            return
        try:
            packs = self.packs
        except TangError as error:
            raise self.CollectError(str(error)) from None
        own = next(pack for pack in packs if pack.path.resolve() == self.path.resolve())
        files = {source.name for source in own.scripts}
        low, _ = seat_range(packs)
        for item in declarations(packs):
            if isinstance(item, tree.Example) and item.span.file in files:
                players = item.players or low
                name = f"{item.title} [{players}]"
                yield ExampleItem.from_parent(self, name=name, declared=item, players=players)
            elif isinstance(item, tree.Invariant) and item.span.file in files:
                yield InvariantItem.from_parent(self, name=f"invariant {item.name.text}", declared=item)

    @cached_property
    def packs(self) -> list[Pack]:
        """The pack and those it needs."""
        return read_packs([str(self.path)])

    @cached_property
    def sources(self) -> dict[str, str]:
        """The texts that messages point into."""
        return sources_of(self.packs)

    def program(self, players: int) -> Program:
        """Return the program for a number of players, with its examples."""
        if players not in self._programs:
            self._programs[players] = build_all([str(self.path)], players).program
        return self._programs[players]

    @cached_property
    def report(self) -> Report:
        """Random games in which the invariants were looked at."""
        games = int(self.config.getini("tang_games"))
        return verify(str(self.path), games=games, checks=["invariants"])


class ScenarioItem(pytest.Item):
    """A test in a scenario file."""

    def __init__(self, *, declared: tree.Example | tree.Invariant, **rest: Any) -> None:
        super().__init__(**rest)
        self.declared = declared

    @property
    def file(self) -> ScenarioFile:
        """The main file of the pack."""
        assert isinstance(self.parent, ScenarioFile)
        return self.parent

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the test is written."""
        span = self.declared.span
        return _path(span.file, self.file.path), span.line - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what is printed: never a stack of calls for what a scenario's author can mend."""
        return _told(excinfo) or super().repr_failure(excinfo, style)


class ExampleItem(ScenarioItem):
    """An example at the number of players it is for."""

    def __init__(self, *, players: int, **rest: Any) -> None:
        super().__init__(**rest)
        self._players = players

    def runtest(self) -> None:
        """Run the example."""
        low, high = seat_range(self.file.packs)
        if not low <= self._players <= high:
            raise Refuted(f"this example is for {self._players} players, the game for {low} to {high}")
        program = self.file.program(self._players)
        span = self.declared.span
        for example in program.examples:
            place = program.origins[example.origin]
            if (place.file, place.line) == (span.file, span.line):
                result = run_example(program, example)
                if not result.passed:
                    raise Refuted(self._refutation(result))
                return
        raise Refuted(f"this example does not exist with {self._players} players")

    def _refutation(self, result: ExampleResult) -> str:
        parts = [_failure(failure, self.file.sources) for failure in result.failures]
        position = next((failure.position for failure in result.failures if failure.position), None)
        return "\n\n".join([*parts, *([drawn(position, alone=True)] if position is not None else [])])


class InvariantItem(ScenarioItem):
    """An invariant, in random games."""

    def runtest(self) -> None:
        """Look for a game in which it does not hold."""
        report = self.file.report
        assert isinstance(self.declared, tree.Invariant)
        name = self.declared.name.text
        for found in report.findings:
            if found.check == "nothing" or found.message.startswith(f"invariant {name} "):
                raise Refuted(_found(found, self.file))


class ReplayFile(pytest.File):
    """A counterexample that was kept."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one test."""
        yield ReplayItem.from_parent(self, name=self.path.stem)


class ReplayItem(pytest.Item):
    """Holds when the check that once failed does."""

    def runtest(self) -> None:
        """Play the game again and look."""
        text = self.path.read_text(encoding="utf-8", errors="replace")
        again = check_again(text, load(*packs_of(text, self.path.parent)))
        if again.problem is not None:
            lines = [f"{again.check.name}: {again.problem.message}", *again.problem.details]
            board = [drawn(again.trail.last.raw())] if again.trail.states else []
            raise Refuted("\n\n".join(["\n".join(lines), *board]))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the game is written down."""
        return self.path, 0, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what is printed."""
        return _told(excinfo) or super().repr_failure(excinfo, style)


# ------------------------------------------------------------------------------ what is printed


def drawn(position: State, *, alone: bool = False) -> str:
    """Return a position as text, as all seats see it; one that stands alone is in no game that is over."""
    from tangrules.draw import draw_text, read_scene

    if alone and not position.stack:
        program = position.program
        position.stack.append((program.main, 0, *([0] * program.verbs[program.main].slots)))
    return draw_text(read_scene(position), width=100, legend=False)


def _told(excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    return str(excinfo.value) if isinstance(excinfo.value, Refuted | TangError) else ""


def _failure(failure: Failure, sources: dict[str, str]) -> str:
    found = Diagnostic("example", failure.message, _span(failure.origin))
    rule = [f"in {failure.origin.rule}"] if failure.origin is not None and failure.origin.rule else []
    lines = [render_text([found], sources), *(f"     {line}" for line in (*failure.details, *rule))]
    return "\n".join(lines)


def _span(origin: Origin | None) -> Span | None:
    return None if origin is None else Span.at(origin.file, origin.line, origin.column)


def _found(found: Finding, file: ScenarioFile) -> str:
    from tangrules.play.replay import replay

    bare = attrs.evolve(found.diagnostic(), suggestion="")
    parts = ["\n".join([render_text([bare], file.sources), *(f"     {line}" for line in found.lines)])]
    if found.replay:
        played = replay(found.replay, load(str(file.path)))
        parts += [drawn(played.state.raw()), found.replay.rstrip("\n")]
    return "\n\n".join(parts)


def _path(name: str, main: Path) -> Path:
    """Return the path of a file that messages call by this name."""
    path = Path(name)
    return path if path.exists() else main.parent / path.name
