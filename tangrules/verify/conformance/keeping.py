"""Ways to keep a game: saves, copies, replays, seeds. Each must give the same game again."""

from __future__ import annotations

from tangrules.diagnostics import RuleError, TangError
from tangrules.play.game_state import GameState
from tangrules.play.replay import replay
from tangrules.play.rules import Rules
from tangrules.verify.conformance.problem import UNTESTED, Check, Problem
from tangrules.verify.conformance.trail import Trail, asked_at, whole
from tangrules.verify.conformance.witness import witness_of

# ------------------------------------------------------------------------------ saves


def saved_and_loaded(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """A position that is saved and loaded is the same one, and goes on in the same way."""
    state = trail.last
    text = state.to_json()
    try:
        loaded = GameState.from_json(text, trail.game)
    except TangError as error:
        return Problem(f"a save cannot be loaded: {error}", span=asked_at(state), key="refused")
    if whole(loaded) != whole(state) or loaded.beginning != state.beginning:
        return Problem("a saved and loaded position differs", span=asked_at(state), key="differs")
    if loaded.to_json() != text:
        return Problem("a loaded position saves differently", span=asked_at(state), key="again")
    if state.over:
        same = loaded.result == state.result
        return None if same else Problem("a loaded result differs", key="result")
    return _goes_on_alike(state, loaded)


def _goes_on_alike(state: GameState, loaded: GameState) -> Problem | None:
    if loaded.pending != state.pending:
        return Problem("after loading others are asked", span=asked_at(state), key="asked")
    seat = state.pending[0]
    try:
        options = state.decision_of(seat).options
        if tuple(loaded.decision_of(seat).options.answers) != tuple(options.answers):
            return Problem("after loading other moves are offered", span=asked_at(state), key="options")
        option = options[len(options) // 2]
        after, loaded_after = state.play(option, seat=seat), loaded.play(option.answer, seat=seat)
    except (RuleError, IndexError):
        return None  # told by another check
    if whole(after) != whole(loaded_after):
        move = (seat, option.text)
        return Problem("after loading a move leads elsewhere", (), asked_at(state), "goes on", move)
    return None


# ------------------------------------------------------------------------------ copies and undo


def left_alone(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Playing on from a position, or from a copy of it, leaves it as it was: undo is keeping it."""
    state = trail.last
    before, text = whole(state), state.to_json()
    try:
        later = _play_on(state)
        _play_out_copies(state)
    except (RuleError, IndexError):
        return None  # told by another check
    if whole(state) != before or state.to_json() != text:
        return Problem("playing on from a position changes it", span=asked_at(state), key="changed")
    if whole(_play_on(state)) != whole(later):
        return Problem("after going back the same moves lead elsewhere", span=asked_at(state), key="again")
    return None


def _play_out_copies(state: GameState) -> None:
    """Alter copies in place: one by a move, one of its lists by hand."""
    if state.over:
        return
    table = state.thaw()
    table.copy().step(table.answers()[0])
    raw = state.raw()
    raw.V[:] = [0] * len(raw.V)
    raw.Z.clear()
    raw.P.clear()
    raw.stack.clear()


def _play_on(state: GameState, moves: int = 3) -> GameState:
    for _ in range(moves):
        if state.over:
            break
        seat = state.pending[-1]
        state = state.play(state.decision_of(seat).options[-1], seat=seat)
    return state


def history_is_untouched(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Each position of a game still has the past it had: the beginning of what was played since."""
    entries = trail.entries
    for index, state in enumerate(trail.states):
        if (state.raw().journal or ()) != entries[:index]:
            return Problem("an earlier position has another past now", at=index, key="past")
    return None


# ------------------------------------------------------------------------------ replays and seeds


def replayed_alike(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """A game that is written down and played again goes through the same positions."""
    return _compare(trail, trail.last.to_replay(), "a replay", same_generator=True)


def _compare(trail: Trail, text: str, what: str, *, same_generator: bool) -> Problem | None:
    try:
        again = replay(text, trail.game)
    except TangError as error:
        return Problem(f"{what} cannot be played: {error}", key="refused")
    if not again.same_rules:
        return Problem(f"{what} is said to be of other rules", key="rules")
    for index, (state, other) in enumerate(zip(trail.states, again.states, strict=False)):
        same = whole(state)[:2] == whole(other)[:2]
        if not same or (same_generator and whole(state)[2] != whole(other)[2]):
            span = asked_at(trail.states[max(0, index - 1)])
            return Problem(f"{what} comes to another position", span=span, at=index, key="differs")
    if again.stopped:
        index = len(again.states) - 1
        span = asked_at(trail.states[index])
        return Problem(f"{what} stops", (again.stopped,), span, at=index + 1, key="stops")
    return None


def scripted_alike(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """With what chance gave written down as a script, and another seed, the game is the same."""
    outcomes = witness_of(trail).outcomes
    if not outcomes:
        return UNTESTED
    script = [f"chance {name}: {', '.join(map(str, outcomes[name]))}" for name in sorted(outcomes)]
    lines = []
    for line in trail.last.to_replay().splitlines():
        lines += [f"seed: {trail.seed + 1}", *script] if line.startswith("seed: ") else [line]
    return _compare(trail, "\n".join(lines), "a game with scripted chance", same_generator=False)


def no_chance(rules: Rules) -> str:
    """Say that chance decides nothing."""
    return "" if any(verb.chance for verb in rules.program.verbs) else "the game has no chance"


def seeded_alike(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """The same seed and the same moves give the same game."""
    state = trail.game.start(players=trail.players, seed=trail.seed)
    entries = trail.entries
    for index, earlier in enumerate(trail.states):
        if whole(state) != whole(earlier):
            span = asked_at(trail.states[max(0, index - 1)])
            return Problem("the same seed gives another game", span=span, at=index, key="differs")
        if index < len(entries):
            _, seat, answer = entries[index]
            state = state.play(answer, seat=seat)
    return None


def playouts_alike(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Two random games of the same seed are the same."""
    try:
        games = [trail.game.playout(players=trail.players, seed=trail.seed) for _ in range(2)]
    except RuleError:
        return None  # told by another check
    return None if games[0] == games[1] else Problem("the same seed gives another random game", key="playout")


def _seeds(trail: Trail, known: Problem | None = None) -> Problem | None:
    return seeded_alike(trail, known) or playouts_alike(trail, known)


SAVES = Check("saves", "a position that is saved and loaded is the same", "some", saved_and_loaded)
COPIES = Check("copies", "playing on leaves earlier positions as they were", "some", left_alone)
HISTORY = Check("history", "each position keeps its own past", "whole", history_is_untouched)
REPLAYS = Check("replays", "a game written down and played again is the same", "whole", replayed_alike)
SEEDS = Check("seeds", "the same seed and moves give the same game", "whole", _seeds)
CHANCE = Check(
    "chance", "chance written down gives the same game as its seed", "whole", scripted_alike, no_chance
)
