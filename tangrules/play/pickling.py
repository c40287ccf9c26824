"""How games and their states are pickled: as the names of their packs and the numbers of the position.

Compiled rules are not sent. Whoever unpickles loads the packs by name (the files must be there) and checks that the
rules are the same. Games that are loaded so are kept, since a process is mostly sent many states of one game.
A pickle runs code when it is read: for what comes from others there are saves.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from typing import TypeAlias

from tangrules.diagnostics.errors import SaveError
from tangrules.ir import Choose, Secret
from tangrules.play.decision import Decision, Option, Options, decision_of
from tangrules.play.game import Game, load
from tangrules.play.game_state import Beginning, GameState
from tangrules.play.rules import Rules
from tangrules.play.thawed import Thawed
from tangrules.runtime import driver
from tangrules.runtime.chance import Source
from tangrules.runtime.state import Answer, Entry, Frame, State

_KEPT = 8

Numbers: TypeAlias = tuple[
    tuple[int, ...],
    tuple[tuple[int, ...], ...],
    tuple[Frame, ...],
    int,
    Source | None,
    tuple[Entry, ...] | None,
]
"""A position without its rules: V, Z, the frames, the generator, the source of chance, the journal."""


def numbers_of(state: State) -> Numbers:
    """Return what makes a position, without its rules."""
    return tuple(state.V), tuple(state.Z), tuple(state.stack), state.rng, state.source, state.journal


def loaded_game(names: tuple[str, ...], compiled: bool, native: bool = False) -> Game:
    """Return the game of packs, one that was loaded before if there is one."""
    key = names, compiled, native
    if key not in _games:
        _games[key] = game = load(*names, native=native)
        game.compiled = compiled
        while len(_games) > _KEPT:
            _games.popitem(last=False)
    return _games[key]


def rules_of(game: Game, players: int, fingerprint: str) -> Rules:
    """Return a game's rules, which must be those that were pickled."""
    rules = game.rules(players)
    key = game.packs, game.compiled, game.native
    if rules.program.fingerprint != fingerprint and _games.pop(key, None) is not None:
        rules = loaded_game(game.packs, game.compiled, game.native).rules(
            players
        )  # the files were changed since
    if rules.program.fingerprint != fingerprint:
        raise SaveError(f"{', '.join(game.packs)}: the rules have changed since this was pickled")
    return rules


def state_of(rules: Rules, numbers: Numbers, beginning: Beginning) -> GameState:
    """Return a state again."""
    return GameState(rules.game, rules, _table(rules, numbers), beginning)


def thawed_of(rules: Rules, numbers: Numbers) -> Thawed:
    """Return a thawed position again."""
    return Thawed(rules, _table(rules, numbers))


def decision_again(rules: Rules, numbers: Numbers, seat: int) -> Decision:
    """Return a decision again."""
    table = _table(rules, numbers)
    choice = driver.open_decision(table)
    assert choice is not None
    return decision_of(rules, table, choice, seat)


def options_again(rules: Rules, numbers: Numbers, seat: int) -> Options:
    """Return the options of a decision again."""
    return decision_again(rules, numbers, seat).options


def option_again(rules: Rules, verb: int, pc: int, answer: Answer) -> Option:
    """Return an option again."""
    choice = rules.program.verbs[verb].code.instructions[pc]
    assert isinstance(choice, Choose | Secret)
    return Option(answer, rules, choice)


def as_everywhere(pack: str) -> str:
    """Return a pack's name or path so that it means the same in another folder."""
    from tangrules.packs.finding import is_path, shipped_named

    return pack if not is_path(pack) and shipped_named(pack) is not None else os.path.abspath(pack)


def _table(rules: Rules, numbers: Numbers) -> State:
    V, Z, stack, rng, source, journal = numbers
    return State(rules.program, list(V), list(Z), list(stack), rng, source, journal)


_games: OrderedDict[tuple[tuple[str, ...], bool, bool], Game] = OrderedDict()
