"""The hardest things that rules do, on small games. Each runs in the interpreter and as compiled code.

1.  *Copy in mid-loop*: a rule copies what another player does, inside a loop, while a question is open.
2.  *Unpaid may*: what can't be paid is not offered, and asking whether it can leaves no trace.
3.  *Replacement and proceed*: started by others and by oneself, one on top of another, saved in the middle.
4.  *Two waivers at once*: never the same lamp for both; offered where they are needed, and only there.
5.  *Late chance*: the caller decides each card; the law is that of a deck in some order.
7.  *Secret choices*: all orders of answers, and nothing is seen before the last.
8.  *Turns and ends*: an end in each turn of a round, in setup, in a loop; extra turns; won and lost at once.
9.  *Linking*: packs in any order make the same program; `stop` in a step that a pack adds.
12. *Hostile rules*: circles end by the machine's bounds, and the position before the answer stays.

Of the others, resampling (6) and equal pieces (11) are no matter of the checker, and compiled legal sets (10)
are compared with the interpreter's in tests/emit and by `verify`; here each game is played in both.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import pytest

from tangrules import Game, NeedChance, RuleError, ScenarioError, State, Thawed
from tangrules.lower.pipeline import build_all
from tests.check.conftest import Play, written


def played(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def titles(state: State) -> list[str]:
    assert state.decision is not None
    return [str(option) for option in state.decision.options]


def number(state: State, name: str, seat: int = 0) -> int:
    """What stands in a counter, flag or note of the table."""
    zone = next(zone for zone in state.rules.program.zones if zone.name == name)
    return state.raw().V[zone.base + seat]


def numbers(state: State, name: str) -> tuple[int, ...]:
    """What stands in a note of several numbers."""
    zone = next(zone for zone in state.rules.program.zones if zone.name == name)
    return state.raw().Z[zone.base]


# ------------------------------------------------------------------------------ 1. copies

COPY = """
-- fair.tang
tang 1
game fair "Fair"
players 2
at most 6 rounds
icons trade: diplomat, farmer
zone your coins: counter 0 .. 99 = 0
zone your bells: counter 0 .. 99 = 0
zone your job: note of trade = farmer
to setup:
    step trades: set seat 2.job to farmer
to round:
    step turns:
        for each q in players: q does take_turn()
turn take_turn: offer one main
action build "Build" is main: collect(2)
action rest "Rest" is main: nothing happens
to collect(n: number):
    for each k in 1 .. n:
        let paid = k + your coins
        gain paid coins
        choose one path "Which path?":
            option coin "a coin": gain k coins
            option bell "a bell": gain k bells
end never when no: finish the game
score coins "Coins" = your coins
score bells "Bells" = 10 * your bells
winner: most score then shared
-- diplomats.tang
tang 1
module diplomats "Diplomats"
extends fair
add step diplomat of setup after trades: set seat 2.job to diplomat
while your job is diplomat:
    after another collect(n) once per turn: collect(n)
"""


def test_a_copy_goes_on_after_a_save_in_mid_loop(play: Play) -> None:
    game = play(COPY)
    middle = played(game.start(players=2), "build", "coin", "bell", "coin")
    assert middle.pending == (1,)
    loaded = State.from_json(middle.to_json(), game)
    assert (loaded, hash(loaded), loaded.to_json()) == (middle, hash(middle), middle.to_json())
    for last in ("coin", "bell"):
        state = played(loaded, last)
        assert state == played(middle, last)
        assert state == played(game.start(players=2), "build", "coin", "bell", "coin", last)
    # 1 is paid for the first path and the coin is 1 more; 2 + 2 for the second, and 2 bells. Then the copy.
    assert played(loaded, "bell").scores == (26, 26)


def test_an_answer_given_before_leaves_no_trace(play: Play) -> None:
    """Equal situations are equal states: what the loop worked out before does not matter any more."""
    game = play(COPY.replace("gain paid coins", "gain paid - paid coins").replace("gain k", "gain 1"))
    one = played(game.start(players=2), "build", "coin", "bell")
    other = played(game.start(players=2), "build", "bell", "coin")
    assert one == other
    assert hash(one) == hash(other)
    assert one != played(game.start(players=2), "build", "coin", "coin")


# ------------------------------------------------------------------------------ 2. what can't be paid

LAMPS = """
-- night.tang
tang 1
game night "Night"
players 2
at most 6 rounds
zone your lamps: counter 0 .. 9 = 2
zone your lit: flag, each turn
zone your coins: counter 0 .. 99 = 0
to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn: offer one main
action walk "Walk" is main:
    may "Light the way":
        light()
        gain 1 coins
    may "Light it again":
        light()
        gain 5 coins
action rest "Rest" is main: nothing happens
to light():
    lose 1 lamps
    set your lit to yes
require there for light(): your lamps > 0 else "You have no lamp."
require once_a_turn for light(): not your lit else "You have used a lamp."
end never when no: finish the game
score coins "Coins" = your coins
winner: most score then shared
"""


def test_what_can_not_be_paid_is_not_offered(play: Play) -> None:
    first = play(LAMPS).start(players=2)
    assert first.decision is not None
    before = first.key()
    assert len(first.decision.options) == 2
    assert first.key() == before
    asked = first.play("walk")
    assert asked.pending == (0,)
    used = asked.play("yes")  # the other offer does not appear: one lamp a turn
    assert used.pending == (1,)
    assert used.scores == (1, 0)
    left = asked.play("no")  # now it does
    assert left.pending == (0,)
    assert left.play("yes").scores == (5, 0)
    state = played(used, "rest", "walk", "no", "yes", "rest")
    assert state.scores == (6, 0)
    assert state.play("walk").pending == (1,)  # no lamp is left: nothing is asked


# ------------------------------------------------------------------------------ 3. replacement

THROW = """
-- heap.tang
tang 1
game heap "Heap"
players 2 to 3
at most 6 rounds
icons trade: merchant, farmer
piece card:
    worth: number
table cards of card:
    | name | worth |
    | ace  | 1     |
    | boy  | 2     |
    | king | 5     |
zone your hand: set of card
zone pit: pile of card
zone your job: note of trade = farmer
zone thrown: note of list of number
to setup:
    step cards:
        move ace to seat 1.hand
        move [boy, king] to seat 2.hand
        set seat 2.job to merchant
to round:
    for each q in players: q does take_turn()
turn take_turn: offer one main
action toss "Toss" is main:
    choose c in your hand to throw_away(c)
action push "Push" is main:
    choose q in others, c in q.hand: q does throw_away(c)
action rest "Rest" is main: nothing happens
to throw_away(c: card): move c to pit
after anyone throw_away(c): set thrown to thrown + [c.worth]
end never when no: finish the game
score cards "Cards" = count(your hand)
winner: most score then shared
-- merchants.tang
tang 1
module merchants "Merchants"
extends heap
while your job is merchant:
    instead of anyone throw_away(c) as trade:
        choose one deal "Keep it?":
            option keep "keep it": move c to your hand
            option burn "throw it away yourself": throw_away(c)
            option leave_it "leave it be": proceed
-- plain.tang
tang 1
module plain "Plain"
extends heap
instead of you throw_away(c) as plainly: proceed
-- both.tang
tang 1
mix both "Both"
requires merchants, plain
order merchants.trade, plain.plainly
"""


@pytest.mark.parametrize("players", [2, 3])
def test_a_replacement_hears_others_and_its_own_player(play: Play, players: int) -> None:
    game = play(THROW, players)
    asked = game.start(players=players).play("toss: ace")
    assert asked.pending == (1,)
    loaded = State.from_json(asked.to_json(), game)
    kept, burnt, left = (played(loaded, move) for move in ("keep", "burn", "leave_it"))
    assert (numbers(kept, "thrown"), kept.scores[:2]) == ((), (0, 3))
    assert (numbers(burnt, "thrown"), burnt.scores[:2]) == ((1,), (0, 2))
    assert (numbers(left, "thrown"), left.scores[:2]) == ((1,), (0, 2))
    own = kept.play("toss: king").play("leave_it")
    assert numbers(own, "thrown") == (5,)
    pushed = played(game.start(players=players), "push: seat 2, boy", "keep")
    assert (numbers(pushed, "thrown"), pushed.scores[:2]) == ((), (1, 2))


def test_without_the_merchant_everybody_throws_away(play: Play) -> None:
    state = play(THROW.replace("set seat 2.job to merchant", "")).start(players=2).play("toss: ace")
    assert numbers(state, "thrown") == (1,)


# ------------------------------------------------------------------------------ 4. waivers

WAIVERS = """
-- shop.tang
tang 1
game shop "Shop"
players 2
at most 6 rounds
piece card:
    worth: number
    near: yesno
table cards of card:
    | name | worth | near |
    | ace  | 1     | yes  |
    | boy  | 2     | no   |
    | king | 5     | yes  |
    | rook | 6     | no   |
zone your coins: counter 0 .. 9 = COINS
zone your lamps: counter 0 .. 9 = LAMPS
zone your lit: flag, each turn
zone your hand: set of card
zone market: set of card
to setup: move cards to market
to round:
    for each q in players: q does take_turn()
turn take_turn:
    step dusk: set your lit to LIT
    step main: offer one main
action trade "Trade" is main:
    choose c in market to buy(c)
action rest "Rest" is main: nothing happens
to buy(c: card): move c to your hand
require cheap for buy(c): c.worth < 4 else "It costs too much."
require close for buy(c): c.near else "It is too far."
waive cheap for buy(c) by light()
waive close for buy(c) by light()
waive close for buy(c) by ride()
to ride(): pay 3 coins
to light():
    lose 1 lamps
    set your lit to yes
require there for light(): your lamps > 0 else "You have no lamp."
require once_a_turn for light(): not your lit else "You have used a lamp."
end never when no: finish the game
score cards "Cards" = sum(c in your hand: c.worth)
winner: most score then shared
"""


@pytest.mark.parametrize(("coins", "lamps", "lit"), [*product((0, 2, 3), (0, 1, 2), ("yes", "no"))])
def test_waivers_are_offered_where_they_are_needed(play: Play, coins: int, lamps: int, lit: str) -> None:
    text = WAIVERS.replace("COINS", str(coins)).replace("LAMPS", str(lamps)).replace("LIT", lit)
    offered = titles(play(text).start(players=2))
    light, ride = lamps > 0 and lit == "no", coins >= 3
    # The ace is bought as it is; the boy is far, the king dear; the rook is both, and one lamp is lit a turn.
    ways = Counter({"ace": 1, "boy": light + ride, "king": int(light), "rook": int(light and ride)})
    assert Counter(title.split()[1] for title in offered if title != "rest") == +ways


def test_a_price_is_paid_for_what_fails(play: Play) -> None:
    text = WAIVERS.replace("COINS", "4").replace("LAMPS", "1").replace("LIT", "no")
    start = play(text).start(players=2)
    (both,) = [title for title in titles(start) if "rook" in title]
    done = start.play(both)
    assert (number(done, "coins"), number(done, "lamps")) == (1, 0)


# ------------------------------------------------------------------------------ 5. late chance

DECK = """
-- deck.tang
tang 1
game deck_game "Deck"
players 2
at most 6 rounds
piece card:
    worth: number
table cards of card:
    | name | worth | copies |
    | ace  | 1     | 2      |
    | boy  | 10    | 1      |
    | king | 100   | 1      |
    | rook | 1000  | 1      |
zone cards_left: deck of card, secret
zone out: set of card
zone your luck: counter 0 .. 9 = 0
zone drawn: note of list of number
to setup:
    step build: shuffle cards into cards_left
    step search: move rook to out
    step again: shuffle cards_left
to round:
    for each q in players: q does take_turn()
turn take_turn: offer one main
action dig "Dig" is main:
    draw 2 from cards_left to out as found
    for each c in found: set drawn to drawn + [c.worth]
    draw 5 from cards_left to out as rest
    set drawn to drawn + [count(rest)]
action wait_here "Wait" is main: nothing happens
end never when no: finish the game
winner: most your luck then shared
"""


def outcomes(state: Thawed, decide: int | None = None) -> dict[tuple[int, ...], Fraction]:
    """What is drawn, with its chance: every outcome of every draw is tried."""
    try:
        if decide is None:
            (dig,) = [answer for answer in state.answers() if answer[0] == 0]
            state.step(dig)
        else:
            state.decide(decide)
    except NeedChance as needed:
        found: dict[tuple[int, ...], Fraction] = {}
        for item in needed.items:
            for what, chance in outcomes(state.copy(), item).items():
                found[what] = found.get(what, Fraction(0)) + chance / len(needed.items)
        return found
    zone = next(zone for zone in state.state.program.zones if zone.name == "drawn")
    return {state.state.Z[zone.base]: Fraction(1)}


def test_the_law_of_draws_is_that_of_a_deck_in_order(play: Play) -> None:
    start = play(DECK).start(players=2)
    orders = Counter((*order[:2], 2) for order in permutations((1, 1, 10, 100)))
    law = {drawn: Fraction(n, orders.total()) for drawn, n in orders.items()}
    assert outcomes(start.thaw(caller=True)) == law


# ------------------------------------------------------------------------------ 7. secret choices

AUCTION = """
-- auction.tang
tang 1
game auction "Auction"
players 2 to 4
at most 2 rounds
zone your coins: counter 0 .. 9 = 2, private
zone your goods: counter 0 .. 9 = 0
zone your told: note of number = 0
to setup: set seat 1.coins to 0
to round:
    step bids:
        in secret each q in players chooses n in 0 .. q.coins as bids
        for each q in players: set q.told to bids[q].n
    step goods:
        let best = max(q in players: q.told, else 0)
        for each q in players where q.told is best: q gains 1 goods
    step turns:
        for each q in players: q does take_turn()
turn take_turn: offer one main
action rest "Rest" is main: nothing happens
action cheer "Cheer" is main: nothing happens
end never when no: finish the game
score goods "Goods" = your goods
winner: most score then shared
"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_secret_answers_may_come_in_any_order(play: Play, players: int) -> None:
    start = play(AUCTION, players).start(players=players)
    bidders = start.pending
    assert set(range(1, players)) <= set(bidders)  # the first has no coins, so one answer alone
    bids = {0: "0", 1: "1", 2: "2", 3: "2"}
    ends = set()
    for order in permutations(bidders):
        state = start
        for seat in order:
            after = state.play(bids[seat], seat=seat)
            others = [q for q in range(players) if q != seat and seat != order[-1]]
            assert [after.view(q) for q in others] == [state.view(q) for q in others]
            state = after
        ends.add(state)
    (end,) = ends
    assert end.scores == {2: (0, 1), 3: (0, 0, 1), 4: (0, 0, 1, 1)}[players]


# ------------------------------------------------------------------------------ 8. turns and ends

MINE = """
-- mine.tang
tang 1
game mine "Mine"
players 2 to 4
at most 5 rounds
zone gold: counter 0 .. 9 = 1
zone your days: counter 0 .. 99 = 0
to setup: nothing happens
to round:
    step turns:
        for each q in players: q does take_turn()
turn take_turn:
    step count: gain 1 days
    step main: offer one main
action dig "Dig" is main: lose 1 gold
action pan "Pan" is main:
    repeat 2 times:
        lose 1 gold
        gain 1 gold
action strike "Strike" is main:
    repeat 2 times: gain 1 gold
    repeat 3 times: lose 1 gold
end empty when gold is 0: finish the round
score days "Days" = your days
winner: most score then shared
"""
SEATS = [(players, seat) for players in (2, 3, 4) for seat in range(players)]


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_the_round_is_finished_whoever_reaches_the_end(play: Play, players: int, seat: int) -> None:
    game = play(MINE, players)
    for move in ("dig", "strike"):
        state = played(game.start(players=players), *["pan"] * seat, move, *["pan"] * (players - seat - 1))
        assert state.over
        assert state.scores == (1,) * players


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_the_turn_is_finished(play: Play, players: int, seat: int) -> None:
    game = play(MINE.replace("finish the round", "finish the turn"), players)
    state = played(game.start(players=players), *["pan"] * seat, "dig")
    assert state.over
    assert state.scores == (1,) * (seat + 1) + (0,) * (players - seat - 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_end_that_holds_in_passing_does_not_count(play: Play, players: int) -> None:
    state = played(play(MINE, players).start(players=players), *["pan"] * (5 * players - 1))
    assert not state.over
    assert state.play("pan").scores == (5,) * players


@pytest.mark.parametrize(
    ("outcome", "moves", "days"), [("game", 0, (0, 0)), ("turn", 1, (1, 0)), ("round", 2, (1, 1))]
)
def test_an_end_in_setup(play: Play, outcome: str, moves: int, days: tuple[int, int]) -> None:
    """The first turn, or round, is still played."""
    text = MINE.replace("finish the round", f"finish the {outcome}").replace("nothing happens", "lose 1 gold")
    state = play(text).start(players=2)
    for _ in range(moves):
        assert not state.over
        state = state.play("dig")
    assert state.over
    assert state.scores == days


EXTRA = """
-- haste.tang
tang 1
module haste "Haste"
extends mine
zone your hurried: flag, each round
after you take_turn() when not your hurried:
    set your hurried to yes
    may "Another turn": take_turn()
"""


def test_an_extra_turn_of_a_module(play: Play) -> None:
    state = played(play(MINE + EXTRA).start(players=2), "pan", "yes", "pan", "pan", "no", "pan", "no", "dig")
    assert state.scores == (3, 2)
    assert not state.over
    assert played(state, "yes", "pan").scores == (3, 3)


STORM = """
-- storm.tang
tang 1
module storm "Storm"
extends mine
end struck when gold > 3: everyone wins
end flooded when gold > 3 and round_number > 0: you lose
"""


def test_won_and_lost_at_the_same_settle_point(play: Play) -> None:
    text = MINE.replace("repeat 3 times: lose 1 gold", "gain 1 gold") + STORM
    with pytest.raises(ScenarioError, match="E-TWO-ENDS"):
        play(text)
    for order, winners in (("struck, storm.flooded", (0, 1, 2)), ("flooded, storm.struck", (0, 2))):
        state = play(f"{text}order storm.{order}\n", 3).start(players=3)
        assert played(state, "pan", "strike").result.winners == winners


# ------------------------------------------------------------------------------ 9. linking

PACKS = """
-- haste.tang
tang 1
module haste "Haste"
extends mine
after you take_turn() as hurry once per round: take_turn()
-- tools.tang
tang 1
module tools "Tools"
extends mine
zone your tools: counter 0 .. 9 = 0
adjust your deep(n): + your tools when n > 0
add step tools of take_turn after count:
    gain 1 tools
    if your tools > 2: stop
    gain 3 gold
-- deep.tang
tang 1
module deep "Deep"
extends mine
zone your lamps: counter 0 .. 9 = 0
replace action dig "Dig deep" is main: lose your depth(1) gold
add step light of take_turn after count: gain 1 lamps
"""
DEEP = MINE.replace("end empty", "value your depth(n: number): number = n\nend empty")
PACKS = PACKS.replace("deep(n)", "depth(n)")


def test_packs_in_any_order_make_the_same_program(tmp_path: Path) -> None:
    paths = written(DEEP + PACKS, tmp_path)
    programs = {repr(build_all(order, 3).program) for order in permutations(paths)}
    assert len(programs) == 1


def test_stop_in_an_added_step_leaves_that_step_alone(play: Play) -> None:
    state = play(DEEP + PACKS.replace("once per round", "when no")).start(players=2)
    for tools in (1, 2, 3, 4):
        assert (number(state, "tools"), number(state, "lamps")) == (tools, tools)
        assert number(state, "gold") == min(1 + 3 * (2 * tools - 1), 9) if tools < 3 else 9
        assert "dig" in titles(state)
        state = played(state, "pan", "pan")


# ------------------------------------------------------------------------------ 12. hostile rules

ABYSS = """
-- abyss.tang
tang 1
game abyss "Abyss"
players 2
at most 5 rounds
zone your coins: counter 0 .. 9 = 0
zone tide: counter 0 .. 9 = 0
to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn: offer one main
action rest "Rest" is main: nothing happens
end never when no: finish the game
winner: most your coins then shared
"""
CIRCLES = {
    "a verb that calls itself": """
to fall(n: number):
    if n > 0: fall(n + 1)
action jump "Jump" is main: fall(1)
""",
    "a piece to and fro": """
piece ball:
    size: number
table balls of ball:
    | name     | size |
    | red_ball | 1    |
zone left_bag: set of ball
zone right_bag: set of ball
to go_left():
    move red_ball to left_bag
    go_right()
to go_right():
    move red_ball to right_bag
    if count(right_bag) > 0: go_left()
action jump "Jump" is main: go_left()
""",
    "a price in one branch of two": """
to spin(n: number):
    if n mod 2 is 0 and your coins > 0: pay 1 coins
    else if n >= 0: spin(n + 2)
action jump "Jump" is main: spin(1)
""",
    "rules that wait for each other": """
whenever tide is 1 as low: set tide to 2
whenever tide is 2 as high: set tide to 1
action jump "Jump" is main: set tide to 1
""",
}


@pytest.mark.parametrize("circle", CIRCLES.values(), ids=CIRCLES)
def test_a_circle_ends_and_the_position_stays(play: Play, circle: str) -> None:
    state = play(ABYSS + circle).start(players=2)
    before = state.to_json()
    with pytest.raises(RuleError, match="E-FUEL"):
        state.play("jump")
    assert state.to_json() == before
    assert not state.play("rest").over


def test_a_turn_in_a_turn_ends_too(play: Play) -> None:
    """Each turn begins `once per turn` anew, so this goes on until too many verbs are under way."""
    turns = """
action jump "Jump" is main: nothing happens
after you take_turn() once per turn: take_turn()
"""
    state = play(ABYSS + turns).start(players=2)
    with pytest.raises(RuleError, match="E-FUEL"):
        played(state, *["rest"] * 1000)


def test_loops_in_loops_end_too(tmp_path: Path) -> None:
    """In the interpreter: compiled code does not count the rounds of a loop that holds no other loop."""
    loops = """
action jump "Jump" is main:
    for each a in 1 .. 10000, b in 1 .. 10000, c in 1 .. 10000: set tide to c mod 9
"""
    program = build_all(written(ABYSS + loops, tmp_path), 2).program
    state = Game.of(program, compiled=False).start(players=2)
    with pytest.raises(RuleError, match="E-FUEL"):
        state.play("jump")
