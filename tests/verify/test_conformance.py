"""The conformance suite: a game without faults passes, and each fault is found by the check that should."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tangrules import Game, ScenarioError, UsageError, ir, load
from tangrules.diagnostics import Severity
from tangrules.emit.machine import Machine as Compiled
from tangrules.interpret import answers
from tangrules.interpret.instructions import EFFECTS
from tangrules.play.game_state import GameState
from tangrules.runtime import chance
from tangrules.runtime import pieces as moving
from tangrules.runtime.state import Answer, State
from tangrules.verify.conformance import CHECKS, verify
from tangrules.verify.conformance.games import play_random
from tangrules.verify.conformance.trail import begin
from tangrules.verify.conformance.witness import witness_of
from tangrules.verify.conformance.wrong_moves import wrong_answers
from tests.verify.faults import FAULTS, GAMES, FaultyGame

ORCHARD = GAMES / "orchard.tang"


@pytest.fixture(scope="module")
def orchard() -> Game:
    return load(str(ORCHARD))


def write(folder: Path, *changes: tuple[str, str]) -> str:
    return str(FaultyGame("changed", "", "", changes).write(folder))


def test_a_game_without_faults_is_clean() -> None:
    report = verify(str(ORCHARD), games=3)
    assert report.clean
    assert not report.faults
    assert (report.players, report.games) == ((2, 3), 6)
    looked = {tally.check for tally in report.tallies if tally.looks}
    assert looked == {check.name for check in CHECKS}


FOUND_BEFORE_PLAY = {"leak_through_an_option", "leak_through_a_reason"}
"""The checker itself refuses these."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_fault_is_found_by_its_check(fault: FaultyGame, tmp_path: Path) -> None:
    path = str(fault.write(tmp_path))
    if fault.name in FOUND_BEFORE_PLAY:
        with pytest.raises(ScenarioError, match="E-LEAK"):
            verify(path, games=4, players=2)
        return
    report = verify(path, games=4, players=2)
    found = [finding for finding in report.faults if finding.check == fault.check]
    assert any(fault.says in finding.message for finding in found), [str(each) for each in report.findings]
    assert not report.clean
    assert all(finding.replay for finding in report.faults)
    if fault.check != "turns":  # these take a whole game
        assert all(len(finding.moves) <= 20 for finding in found)


def test_what_is_shown_or_done_with_hidden_pieces_is_no_leak(tmp_path: Path) -> None:
    shown = (
        'action rest "Rest" is main: take_bank(1)',
        'action rest "Rest" is main:\n'
        "    show your basket to players\n"
        "    take_bank(1 + count(f in your basket where f.colour is green))",
    )
    moved = (
        'action rest "Rest" is main: take_bank(1)',
        'action rest "Rest" is main: move all(f in your basket where f.colour is green) to sack',
    )
    for number, change in enumerate((shown, moved)):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = verify(write(folder, change), games=4, players=2, checks=["secrets"])
        assert report.clean, [str(each) for each in report.findings]


# ------------------------------------------------------------------------------ faults of the engine


def broken(check: str, orchard: Game) -> list[str]:
    report = verify(orchard, games=2, players=2, checks=[check])
    return [finding.message for finding in report.faults]


def test_a_piece_in_two_places_is_found(orchard: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    put = moving.put_set

    def put_twice(state: State, piece: int, z: int) -> None:
        put(state, piece, z)
        state.Z[z] = tuple(sorted({*state.Z[z], (piece + 1) % len(state.P)}))

    game = Game.of(orchard.rules(2).program, compiled=False)
    monkeypatch.setattr(moving, "put_set", put_twice)
    assert any("is in 2 places" in message for message in broken("pieces", game))


def test_a_save_that_forgets_is_found(orchard: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    load_save = GameState.from_json

    def forget(text: str, game: Game | None = None) -> GameState:
        state = load_save(text, game)
        state._state.rng += 1
        return state

    monkeypatch.setattr(GameState, "from_json", staticmethod(forget))
    assert broken("saves", orchard) == ["a saved and loaded position differs"]


def test_a_copy_that_shares_is_found(orchard: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = State.copy

    def share(state: State) -> State:
        new = copy(state)
        if len(state.journal or ()) == 4:
            new.V = state.V
        return new

    monkeypatch.setattr(State, "copy", share)
    assert broken("copies", orchard) == ["playing on from a position changes it"]


def test_an_engine_that_breaks_down_is_told_as_a_finding(
    orchard: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(state: GameState) -> str:
        raise KeyError("the wrong one") if len(state.history) > 3 else ValueError

    monkeypatch.setattr(GameState, "to_json", fail)
    report = verify(orchard, games=1, players=2, checks=["saves"])
    assert [(found.message, len(found.moves)) for found in report.faults] == [
        ("the engine fails while this is looked at: ValueError: ", 0)
    ]


def test_chance_that_looks_at_a_clock_is_found(orchard: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10**9))

    def drifting(rng: int, n: int) -> tuple[int, int]:
        tick = next(clock)
        return rng + tick, (rng + tick) % n

    game = Game.of(orchard.rules(2).program, compiled=False)
    monkeypatch.setattr(chance, "below", drifting)
    assert broken("seeds", game)
    assert broken("replays", game)


def test_a_compiler_that_leaves_out_an_answer_is_found(
    orchard: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: Callable[..., tuple[Answer, ...]] = Compiled.answers

    def fewer(machine: Compiled, state: State, seat: int = -1) -> tuple[Answer, ...]:
        found = answers(machine, state, seat)
        return found[:-1] if len(found) > 3 else found

    monkeypatch.setattr(Compiled, "answers", fewer)
    assert "compiled and interpreted rules offer different moves" in broken("compiled", orchard)


def test_a_game_that_is_heard_otherwise_than_it_was_played_is_found(
    orchard: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EFFECTS, ir.Add, lambda act, done: None)  # of the interpreter alone
    (message,) = broken("secrets", orchard)
    assert "heard step by step, move" in message
    assert "leads elsewhere" in message


def test_who_hears_a_game_lets_compiled_rules_look_for_the_answers(
    orchard: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    trail, _ = play_random(orchard, 3, 0, 500)

    def fail(*_: object) -> Iterator[Answer]:
        raise AssertionError("the interpreter looks for answers")

    monkeypatch.setattr(answers, "alternative_answers", fail)
    with pytest.raises(AssertionError, match="looks for answers"):
        trail.last.rules.reference.answers(trail.states[0].raw())
    assert len(witness_of(trail).lots) == len(trail.states) > 20
    assert trail.last.to_replay(chance=True).startswith("tangrules replay")
    assert GameState.from_json(trail.last.to_json(), orchard) == trail.last


def test_a_script_that_is_not_followed_is_found(orchard: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = chance.Scripted.choose

    def last(script: chance.Scripted, state: State, items: tuple[int, ...], name: str) -> int:
        choose(script, state, items, name)
        return items[-1]

    monkeypatch.setattr(chance.Scripted, "choose", last)
    assert broken("chance", orchard)


def test_a_move_that_is_accepted_without_being_offered_is_found(
    orchard: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tangrules import interpret

    legal = interpret.Machine.is_legal

    def lenient(machine: interpret.Machine, state: State, answer: Answer, seat: int = -1) -> bool:
        return legal(machine, state, answer, seat) or (len(answer) == 1 and answer[0] in (0, 1, 2))

    monkeypatch.setattr(interpret.Machine, "is_legal", lenient)
    assert any("is not offered" in message for message in broken("offered", orchard))


# ------------------------------------------------------------------------------ what is asked for


def test_a_run_that_tested_nothing_is_no_success() -> None:
    report = verify(str(ORCHARD), games=0)
    assert not report.clean
    assert [finding.message for finding in report.faults] == ["nothing was tested"]


def test_a_check_that_was_asked_for_and_had_nothing_to_look_at_is_no_success(tmp_path: Path) -> None:
    text = ORCHARD.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("invariant")]
    path = tmp_path / "orchard.tang"
    path.write_text("\n".join(lines), encoding="utf-8")
    report = verify(str(path), games=1, players=2, checks=["acts", "invariants"])
    assert [finding.message for finding in report.faults] == [
        "the check invariants tested nothing: the scenario declares no invariant"
    ]
    assert verify(str(path), games=1, players=2).clean


def test_misuse_is_told() -> None:
    with pytest.raises(UsageError, match="there is no check 'ofered': did you mean `offered`"):
        verify(str(ORCHARD), checks=["ofered"])
    with pytest.raises(UsageError, match="this game is for 2 to 3"):
        verify(str(ORCHARD), players=5)
    with pytest.raises(UsageError, match="players is missing"):
        verify(load(str(ORCHARD)))
    with pytest.raises(UsageError, match="at least one pack"):
        verify([])


def test_games_that_no_rule_ends_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path, ("at most 20 rounds", "at most 3 rounds"))
    report = verify(path, games=2, players=2, checks=["ends"])
    assert report.clean
    assert [(finding.severity, finding.message) for finding in report.findings] == [
        (Severity.NOTE, "2 of 2 games with 2 players were cut after 3 rounds, no rule ended them")
    ]


def test_a_game_of_too_many_moves_is_said_not_to_end() -> None:
    report = verify(str(ORCHARD), games=1, players=2, moves=10, checks=["ends"])
    assert [finding.message for finding in report.faults] == [
        "after 10 moves the game is not over, in round 4 of 20"
    ]


def test_rules_that_name_a_seat_are_not_alike(tmp_path: Path) -> None:
    path = write(
        tmp_path, ("    auction()\n", "    auction()\n    seat 1 gains 1 coins\n    set bank to bank - 1\n")
    )
    report = verify(path, games=1, players=2)
    idle = next(tally.idle for tally in report.tallies if tally.check == "seats")
    assert idle == "the rules name a seat by its number"


def test_the_title_names_the_packs_that_change_the_game(tmp_path: Path) -> None:
    game = write(tmp_path)
    module = tmp_path / "frost.tang"
    module.write_text(
        'tang 1\nmodule frost "Frost"\nextends orchard\n\nafter you rest() as cold when bank > 0: take_bank(1)\n',
        encoding="utf-8",
    )
    report = verify([game, str(module)], games=1, players=2, checks=["acts"])
    assert report.title == "Orchard with frost"
    assert str(report).splitlines()[-1].startswith("Orchard with frost, 2 players: 1 game, ")
    assert verify(game, games=1, players=2, checks=["acts"]).title == "Orchard"


def test_the_same_call_gives_the_same_report(tmp_path: Path) -> None:
    path = str(FAULTS[0].write(tmp_path))
    assert verify(path, games=2, players=2) == verify(path, games=2, players=2)


# ------------------------------------------------------------------------------ moves that look alike


def test_moves_that_come_to_the_same_in_another_order_are_told_apart() -> None:
    # The last card of a hand is shown without being asked for, so both orders end in one position.
    assert verify(str(GAMES / "coats.tang"), games=5, checks=["secrets"]).clean


def test_a_history_that_names_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tells_all(before: GameState, after: GameState, seat: int) -> str:
        return after.history[-1].text

    monkeypatch.setattr("tangrules.verify.conformance.secrets.last_move_seen", tells_all)
    (found,) = verify(str(GAMES / "coats.tang"), games=5, checks=["secrets"]).faults
    assert found.message.startswith("the history tells seat ")
    assert found.details[-1].count("`keep: ") == 2


# ------------------------------------------------------------------------------ wrong answers


def test_wrong_answers_are_never_among_the_offered(orchard: Game) -> None:
    from random import Random

    state = begin(orchard, 3, 0).last
    while not state.over:
        seat = state.pending[0]
        answers = state.decision_of(seat).options.answers
        wrong = wrong_answers(state, answers, Random(1), 50)
        assert wrong
        assert not set(wrong) & set(answers)
        state = state.play(answers[-1], seat=seat)


def test_an_answer_that_leads_to_another_question_is_no_secret(tmp_path: Path) -> None:
    """After yes nothing on the table has changed yet, but everybody hears what is asked next."""
    path = write(
        tmp_path,
        (
            'action rest "Rest"',
            "zone marks: counter 0 .. 9 = 0\n"
            'action think "Think" is main:\n'
            '    may "Think twice":\n'
            "        nothing happens\n"
            "        choose n in 1 .. 2: set marks to n\n"
            "    choose m in 3 .. 4: set marks to m\n"
            'action rest "Rest"',
        ),
    )
    report = verify(path, games=6, players=2, checks=["secrets"])
    assert report.clean, [str(each) for each in report.findings]


def test_bids_that_are_laid_open_are_no_secret_although_nothing_follows_from_them(tmp_path: Path) -> None:
    """The lower bid costs nothing, so nothing on the table shows it; but all bids are told in the end."""
    path = write(
        tmp_path,
        (
            "    for each q in players: q does give_bank(bids[q].n)\n"
            "    let best = max(q in players: bids[q].n, else 0)\n",
            "    let best = max(q in players: bids[q].n, else 0)\n",
        ),
    )
    report = verify(path, games=3, players=2, checks=["secrets"])
    assert report.clean, [str(each) for each in report.findings]


def test_bids_are_laid_open_although_the_next_question_is_the_same_again(tmp_path: Path) -> None:
    path = tmp_path / "hands.tang"
    path.write_text(
        'tang 1\ngame hands "Hands"\nplayers 2 to 3\nat most 4 rounds\n'
        "icons sign: fist, palm\nzone your wins: counter 0 .. 9 = 0\n"
        "to setup: nothing happens\n"
        "to round:\n"
        "    in secret each q in players chooses n in 1 .. 3, s in sign as hands\n"
        "    for each q in players where hands[q].n is 1: q gains 1 wins\n"
        "end never when no: finish the game\n"
        'score wins "Wins" = your wins\nwinner: most score\n',
        encoding="utf-8",
    )
    report = verify(str(path), games=5, checks=["secrets"])
    assert report.clean, [str(each) for each in report.findings]


def test_what_is_said_aloud_is_no_secret_although_nothing_follows_from_it(tmp_path: Path) -> None:
    changes = (
        'action rest "Rest"',
        'action call "Call out" is main:\n    choose k in colour: take_bank(1)\naction rest "Rest"',
    )
    report = verify(write(tmp_path, changes), games=4, players=2, checks=["secrets"])
    assert report.clean, [str(each) for each in report.findings]
