"""Flying Lanterns: examples, ledger, random games alone and with other packs, and what the envelope hides."""

from __future__ import annotations

import pytest

from tangrules import load
from tangrules.explain.clauses import report
from tangrules.play.sample import deal
from tangrules.play.views import Back, view_of
from tests.scenarios.shared import clauses_missing, failed_examples, play_alike

OTHERS = (
    *("bamboo_kingfisher", "combo_action", "copy_lantern", "dragons", "draw_three"),
    *("neglect_spot", "nocturnal", "reserve_tile"),
)
SCENARIOS = ("peach_festival", "winter")


def test_all_examples_hold() -> None:
    assert not failed_examples("flying_lanterns")


@pytest.mark.slow
def test_all_examples_hold_in_compiled_code() -> None:
    assert not failed_examples("flying_lanterns", in_compiled_code=True)


def test_every_clause_is_implemented_and_proved() -> None:
    """The light of the tiles is in play, and proved, where these tiles are there."""
    part = "module.flying-lanterns"
    assert clauses_missing(["flying_lanterns"], part) == ([], [])
    assert [
        clause.reason for clause in report(["flying_lanterns"]).not_in_play if clause.id.startswith(part)
    ] == ["with nocturnal"]
    assert not failed_examples("flying_lanterns", ("nocturnal",))
    assert clauses_missing(["flying_lanterns", "nocturnal"], part) == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_agree(players: int) -> None:
    assert play_alike(("flying_lanterns",), players, players) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_all_modules(players: int) -> None:
    assert play_alike(("flying_lanterns", *OTHERS), players, players) > 0


@pytest.mark.slow
@pytest.mark.parametrize("other", [*OTHERS, *SCENARIOS])
def test_with_another_pack(other: str) -> None:
    for players in (2, 3, 4):
        assert play_alike(("flying_lanterns", other), players, players) > 0


def test_of_a_card_in_the_envelope_the_upper_half_is_seen() -> None:
    """Others know that it is a lantern and of which terrain, and a sample keeps to that."""
    state = load("flying_lanterns").start(players=2, script={"card_deck": ["lantern_card_1", "lotus_plain"]})
    while state.decision is not None and not state.decision.name.startswith("take_turn"):
        state = state.play(state.decision.options[0])
    first = state.pending[0]
    program = state.rules.program
    columns = {program.tables[n].name: n for n in range(len(program.tables))}
    names = [piece.name for piece in program.pieces]
    raw = state.raw()
    envelope = next(zone for zone in program.zones if zone.name == "envelope")
    verb = next(n for n, verb in enumerate(program.verbs) if verb.name == "seal")
    raw.stack.clear()
    state.rules.machine.call(raw, verb, (first, names.index("lantern_card_1")))
    for seat in range(2):
        (back,) = view_of(state.rules, raw, seat).see("envelope")
        assert isinstance(back, Back)
        assert dict(back.shown) == {
            columns["card.kind"]: program.icons.index("flying_lantern"),
            columns["card.bonus"]: program.icons.index("water"),
        }
        dealt = {deal(view_of(state.rules, raw, seat), seed=n).Z[envelope.base] for n in range(40)}
        assert {names[card] for (card,) in dealt} == {f"lantern_card_{n}" for n in (1, 4, 7, 10)}
