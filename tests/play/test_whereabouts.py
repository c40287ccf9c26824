"""Where pieces can come to by the rules alone, and deals that keep to it."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations
from pathlib import Path
from random import Random

import pytest

from tangrules import Game, load, sample
from tangrules.ir import Program
from tangrules.play.sample import matched
from tangrules.play.whereabouts import whereabouts
from tangrules.runtime.state import State as Table

RULES = """\
tang 1
game parcels "Parcels"
players 2
at most 20 rounds

piece card:
    worth: number

table reds of card:
    | name | worth | copies |
    | red  | 1     | 4      |

table blues of card:
    | name | worth | copies |
    | blue | 2     | 4      |

table blanks of card:
    | name  | worth | copies |
    | blank | 3     | 4      |

zone red_deck: deck of card, secret
zone blue_deck: deck of card, secret
zone blank_deck: deck of card, secret
zone your hand: set of card, private
zone pairs[colour]: one card, secret
zone pile_of: pile of card, secret
icons colour: warm, cold

value lowest_of(k: colour): card or nothing = lowest(c in contents(k) by c.worth)
value contents(k: colour): list of card = all(c in reds where k is warm) + all(c in blues where k is cold)

to setup:
    move reds to red_deck
    shuffle red_deck
    move blues to blue_deck
    shuffle blue_deck
    move blanks to blank_deck
    shuffle blank_deck
    for each q in players:
        q draws 1 from red_deck to q.hand
        q draws 1 from blue_deck to q.hand
    draw 1 from blank_deck to pile_of
    move lowest_of(cold)! to pairs[cold]

to round:
    for each q in players: q does take_turn()

turn take_turn:
    choose one deed:
        option swap "Swap":
            choose c in your hand to give(c)
        option rest "Rest": nothing happens

to give(c: card): move c to pairs[warm]

end soon after round when round_number >= 3: finish the game
score none_yet "Nothing" = 0
winner: most score then shared
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("rules") / "parcels.tang"
    file.write_text(RULES, encoding="utf-8")
    return load(file)


def tables(program: Program, name: str) -> list[set[str]]:
    """Return the tables whose pieces may come to each instance of a zone."""
    found = whereabouts(program)
    number = next(number for number, zone in enumerate(program.zones) if zone.name == name)
    return [
        {piece.table for at, piece in enumerate(program.pieces) if pieces >> at & 1}
        for pieces in found[number]
    ]


def lying(table: Table, name: str) -> list[str]:
    """Return the tables of the pieces in a zone, in all of its instances."""
    program = table.program
    zone = next(zone for zone in program.zones if zone.name == name)
    if zone.storage == "space":
        held = [piece for piece in table.V[zone.base : zone.base + zone.count] if piece >= 0]
    else:
        parts = zone.count * (3 if zone.storage == "deck" else 1)
        held = [piece for part in table.Z[zone.base : zone.base + parts] for piece in part]
    return sorted(program.pieces[piece].table for piece in held)


def test_pieces_come_where_rules_bring_them_and_nowhere_else(game: Game) -> None:
    program = game.rules(2).program
    assert tables(program, "red_deck") == [{"reds"}]
    assert tables(program, "blue_deck") == [{"blues"}]
    assert tables(program, "pile_of") == [{"blanks"}]
    assert tables(program, "hand") == [{"reds", "blues"}] * 2
    assert tables(program, "pairs") == [{"reds", "blues"}] * 2


def test_a_deal_of_a_view_keeps_to_it(game: Game) -> None:
    view = game.start(players=2, seed=1).view(0)
    hands = set()
    for seed in range(80):
        table = sample(view, seed=seed).raw()
        assert lying(table, "red_deck") == ["reds"] * 2
        assert lying(table, "blank_deck") == ["blanks"] * 3
        assert lying(table, "pile_of") == ["blanks"]
        hands.add(tuple(lying(table, "hand")))
    assert len(hands) > 1  # that a hand has one of each is in the past alone


def test_each_piece_that_may_be_there_is_as_likely_as_another(game: Game) -> None:
    view = game.start(players=2, seed=1).view(0)
    program = game.rules(2).program
    pile = next(zone for zone in program.zones if zone.name == "pile_of")
    found = Counter(sample(view, seed=seed).raw().Z[pile.base] for seed in range(400))
    assert len(found) == 4
    assert all(60 < times < 140 for times in found.values())


@pytest.mark.parametrize("name", ["tang-garden", "hanging-gardens", "spring", "whist", "coats"])
def test_no_position_has_a_piece_where_it_is_said_never_to_come(name: str) -> None:
    root = Path(__file__).parents[2]
    paths = {"whist": root / "examples" / "whist.tang", "coats": root / "tests/verify/games/coats.tang"}
    game = load(paths.get(name, name))
    players = 4 if name == "whist" else 2
    program = game.rules(players).program
    known = game.rules(players).whereabouts
    dice = Random(7)
    state = game.start(players=players, seed=7)
    for _ in range(80):
        _check(program, known, state.raw())
        if state.decision is None:
            break
        state = state.play(dice.choice(list(islice(state.decision.options, 50))))


def _check(program: Program, known: object, table: Table) -> None:
    assert isinstance(known, dict)
    for number, zone in enumerate(program.zones):
        parts = {"deck": 3, "set": 1, "row": 1, "pile": 1}.get(zone.storage, 0)
        for instance in range(0 if zone.alias or zone.storage in ("value", "list") else zone.count):
            if zone.storage == "space":
                there = table.V[zone.base + instance]
                held = [there >> 2 if zone.posed else there] if there >= 0 else []
            else:
                first = zone.base + parts * instance
                held = [piece for part in table.Z[first : first + parts] for piece in part]
            for piece in held:
                assert known[number][instance] >> piece & 1, (zone.name, program.pieces[piece].name)


# ------------------------------------------------------------------------------ one thing for each place


def test_a_match_is_found_whenever_there_is_one() -> None:
    """Checked against all ways there are."""
    dice = Random(3)
    for _ in range(300):
        things = list(range(5))
        fitting = {place: [thing for thing in things if dice.random() < 0.45] for place in range(5)}
        possible = [
            way
            for way in permutations(things)
            if all(thing in fitting[place] for place, thing in enumerate(way))
        ]
        found = matched(fitting)
        assert (found is not None) == bool(possible)
        if found is not None:
            assert tuple(found[place] for place in range(5)) in possible


def test_the_first_that_fits_is_taken() -> None:
    assert matched({0: [4, 2], 1: [4, 2]}) == {0: 4, 1: 2}
    assert matched({0: [4, 2], 1: [4]}) == {1: 4, 0: 2}
    assert matched({0: [4], 1: [4]}) is None
