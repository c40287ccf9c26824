"""Replays: a game as text, one move a line, to be read by people and played again.

    tangrules replay 1
    game: cards
    packs: cards
    players: 2
    rules: cards-1
    seed: 7
    chance deck: card_3, card_8

     1. seat 1: play: card_4 with a coin
     2. seat 2: pass

Chance comes from the seed, or from `chance` lines: what each deck gave and what each pick was, in order.
Under changed rules a replay goes on as long as its moves are legal, and says where it stops. Lines that
begin with # are for readers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs

from tangrules.diagnostics.errors import ChanceError, IllegalMove, RuleError, SaveError, UsageError
from tangrules.play.arguments import game_given, text_given
from tangrules.play.game_state import GameState
from tangrules.play.recorder import Recorder
from tangrules.play.shipped import load_shipped
from tangrules.runtime.chance import Scripted

if TYPE_CHECKING:
    from tangrules.play.game import Game

FORMAT = 1
LONGEST = 4_000_000
"""So many characters a replay may have."""

_FIRST = re.compile(r"tangrules replay (\d{1,6})")
_HEAD = re.compile(r"(game|packs|players|rules|seed|chance [\w#]+):\s*(.*)")
_MOVE = re.compile(r"\d{1,6}\.\s*seat (\d{1,3}):\s*(.*)")


@attrs.frozen
class Line:
    """A move in a replay: the line it stands in, its seat (from 0) and its text."""

    number: int
    seat: int
    text: str


@attrs.frozen
class Record:
    """What stands in a replay."""

    game: str
    packs: tuple[str, ...]
    players: int
    rules: str
    seed: int
    chance: dict[str, tuple[int | str, ...]]
    moves: tuple[Line, ...]


@attrs.frozen
class Replay:
    """A replay that was played. `states` are the positions, the first one before any move.

    `stopped` says which move could not be played and why; it is empty if all could.
    """

    record: Record
    states: tuple[GameState, ...]
    stopped: str
    same_rules: bool

    @property
    def state(self) -> GameState:
        """The last position."""
        return self.states[-1]


def write(state: GameState, *, chance: bool = False) -> str:
    """Return the replay of a state's past. With `chance`, what chance decided is written down too."""
    program = state.rules.program
    if state.raw().journal is None:
        raise UsageError("a state that was made up has no past, and no replay")
    lines = [
        f"tangrules replay {FORMAT}",
        f"game: {program.name}",
        f"packs: {', '.join(program.packs)}",
        f"players: {state.players}",
        f"rules: {program.fingerprint}",
        f"seed: {state.beginning.seed}",
    ]
    script = state.beginning.source
    queues = script.queues if isinstance(script, Scripted) else {}
    if chance:
        queues = _recorded(state)
    for name in sorted(queues):
        if queues[name]:
            lines.append(f"chance {name}: {', '.join(map(str, queues[name]))}")
    lines.append("")
    width = len(str(len(state.history)))
    lines += [
        f"{number:>{width}}. seat {move.seat + 1}: {move.text}"
        for number, move in enumerate(state.history, 1)
    ]
    return "\n".join([*lines, ""])


def read(text: str) -> Record:
    """Return what stands in a replay."""
    if len(text) > LONGEST:
        raise SaveError(f"this replay is too long: {len(text):,} characters, at most {LONGEST:,} are read")
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    first = _FIRST.fullmatch(lines[0][1]) if lines else None
    if first is None:
        raise SaveError(f"this is not a replay: it must begin with `tangrules replay {FORMAT}`")
    if int(first[1]) != FORMAT:
        raise SaveError(f"this replay has format {first[1]}; this version reads format {FORMAT}")
    head: dict[str, str] = {}
    moves: list[Line] = []
    for number, line in lines[1:]:
        move, entry = _MOVE.fullmatch(line), _HEAD.fullmatch(line)
        if move is not None:
            moves.append(Line(number, int(move[1]) - 1, move[2]))
        elif entry is None or moves:
            raise SaveError(f"line {number} of this replay is neither a heading nor a move: {line[:60]}")
        elif entry[1] in head:
            raise SaveError(f"line {number} of this replay says a second time what {entry[1]} is")
        else:
            head[entry[1]] = entry[2]
    return _record(head, tuple(moves))


def replay(text: str, game: Game | None = None) -> Replay:
    """Play a replay, with this game or the shipped packs that it names, as far as its moves are legal."""
    record = read(text_given(text, "replay"))
    game_given(game)
    game = load_shipped(record.packs, "replay", "replay") if game is None else game
    script = Scripted(record.chance, strict=True) if record.chance else None
    try:
        program = game.rules(record.players).program
    except UsageError as error:
        raise SaveError(f"this replay is of {record.players} players: {error}") from error
    if record.game != program.name:
        raise SaveError(
            f"this replay is of the game {record.game}, and these are the rules of {program.name}"
        )
    try:
        state = game.start(players=record.players, seed=record.seed, script=script)
    except ChanceError as error:
        raise SaveError(f"this replay's chance does not fit these rules: {error}") from error
    states = [state]
    stopped = ""
    for line in record.moves:
        try:
            states.append(states[-1].play(line.text, seat=line.seat))
        except (IllegalMove, RuleError, ChanceError) as error:
            stopped = f"line {line.number}, seat {line.seat + 1}: {line.text}: {error}"
            break
    return Replay(record, tuple(states), stopped, record.rules == state.rules.program.fingerprint)


def _record(head: dict[str, str], moves: tuple[Line, ...]) -> Record:
    missing = [name for name in ("game", "packs", "players", "rules", "seed") if name not in head]
    if missing:
        raise SaveError(f"this replay does not say: {', '.join(missing)}")
    chance = {
        name.removeprefix("chance "): tuple(_outcome(item) for item in _listed(line))
        for name, line in head.items()
        if name.startswith("chance ")
    }
    seats, seed = _number(head, "players", 16), _number(head, "seed", (1 << 64) - 1)
    return Record(head["game"], _listed(head["packs"]), seats, head["rules"], seed, chance, moves)


def _number(head: dict[str, str], name: str, most: int) -> int:
    text = head[name]
    if not re.fullmatch(r"\d{1,20}", text) or int(text) > most:
        raise SaveError(f"this replay's {name} is `{text[:40]}`, not a number up to {most}")
    return int(text)


def _outcome(item: str) -> int | str:
    return int(item) if re.fullmatch(r"-?\d{1,18}", item) else item


def _listed(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _recorded(state: GameState) -> dict[str, tuple[int | str, ...]]:
    """Play the state's past again and note what chance decides."""
    recorder = Recorder(state.rules.program)
    machine = state.rules.stepping(recorder)
    start = state.beginning
    again = state.rules.blank(start.seed, start.source)
    machine.run(again)
    for _, seat, answer in state.raw().journal or ():
        machine.advance(again, answer, seat)
    return {name: tuple(outcomes) for name, outcomes in recorder.outcomes.items()}
