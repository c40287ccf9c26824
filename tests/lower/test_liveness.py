"""Which locals still matter. The others are put away as 0, so that equal situations are equal frames."""

from __future__ import annotations

from pathlib import Path

from tangrules import Game, State, ir
from tangrules.ir import Const, Local, Op
from tangrules.lower.flatten import flatten
from tangrules.lower.pipeline import build_all

ADD = Op("add", (Local(1), Local(2)))


def keep(slot: int, value: int = 1) -> ir.Let:
    return ir.Let(slot, Const(value))


def tell(expr: ir.Expr) -> ir.Store:
    return ir.Store(0, Const(0), expr)


def ask(*alternatives: ir.Alternative, otherwise: ir.Body = ()) -> ir.Choose:
    return ir.Choose(0, Const(0), alternatives, otherwise)


def answer(*body: ir.Stmt, guard: ir.Expr | None = None, picks: tuple[ir.Pick, ...] = ()) -> ir.Alternative:
    return ir.Alternative("a", "a", guard, picks, (), body)


def live(*body: ir.Stmt) -> dict[int, tuple[int, ...]]:
    return flatten(body)[0].live


def test_what_is_read_after_a_question_is_kept() -> None:
    assert live(keep(1), keep(2), ask(answer()), tell(Local(1))) == {2: (1,)}


def test_what_the_question_or_an_answer_reads_is_kept() -> None:
    assert live(keep(1), keep(2), keep(3), ask(answer(tell(Local(1)), guard=Local(2)))) == {3: (1, 2)}


def test_what_is_read_when_nothing_can_be_answered_is_kept() -> None:
    assert live(keep(1), ask(answer(), otherwise=(tell(Local(1)),))) == {1: (1,)}


def test_what_was_chosen_is_not_there_before_the_question() -> None:
    picks = (ir.Pick(1, Local(2)),)
    asked = ask(answer(tell(Local(1)), picks=picks), answer(tell(Local(3))))
    assert live(keep(2), keep(3), asked, tell(Const(1))) == {2: (2, 3)}


def test_what_is_written_anew_is_not_kept() -> None:
    assert live(keep(1), ask(answer()), keep(1, 2), tell(Local(1))) == {1: ()}


def test_what_only_one_way_writes_is_kept() -> None:
    body = (keep(1), keep(2), ask(answer()), ir.If(Local(2), (keep(1, 2),)), tell(Local(1)))
    assert live(*body) == {2: (1, 2)}


def test_a_loop_keeps_its_list_and_what_its_next_round_reads() -> None:
    loop = ir.ForEach(1, Const((4, 5)), (tell(Local(4)), ask(answer()), keep(4)), 2, 3)
    (kept,) = live(keep(4), loop).values()
    assert kept == (2, 3)  # slot 4 is written before it is read again
    loop = ir.ForEach(1, Const((4, 5)), (ask(answer()), tell(Local(4))), 2, 3)
    assert list(live(keep(4), loop).values()) == [(2, 3, 4)]


def test_a_call_keeps_what_is_read_after_it() -> None:
    call = ir.Invoke(0, (Local(1), Local(2)))
    assert live(keep(1), keep(2), call, tell(Local(2))) == {2: (2,)}


def test_chance_keeps_what_is_read_in_it_and_after_it() -> None:
    assert live(keep(1), keep(2), ir.PickOne(3, Local(1)), tell(Local(2)), tell(Local(3))) == {2: (1, 2)}
    assert live(keep(1), ir.DrawOne(3, 0, Const(0)), tell(Local(1))) == {1: (1,)}


def test_secret_answers_so_far_are_kept() -> None:
    asked = ir.Secret(0, Local(1), 5, answer(guard=Op("lt", (Local(5), Local(2)))), 3)
    assert live(keep(1), keep(2), keep(4), asked) == {4: (1, 2, 3)}


def test_what_an_aggregate_binds_is_its_own() -> None:
    total = ir.Fold("sum", (ir.Bind(3, Local(1)),), Local(3))
    assert live(keep(1), keep(3), ask(answer()), tell(total)) == {2: (1,)}
    assert live(keep(1), keep(2), ask(answer()), tell(ADD)) == {2: (1, 2)}


# ------------------------------------------------------------------------------ in a game

MEADOW = """tang 1
game meadow "Meadow"
players 2
at most 6 rounds
zone your coins: counter 0 .. 99 = 0
zone your bells: counter 0 .. 99 = 0
to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn: offer one main
action farm "Farm" is main:
    choose n in 1 .. 3: work(n, 4 - n)
to work(n: number, m: number):
    let total = n + m
    for each k in 1 .. 2:
        let half = total div 2
        if k is 1: gain half coins
        choose one end_of_day:
            option rest "Rest": gain 1 coins
            option sing "Sing": gain 1 bells
end never when no: finish the game
score coins "Coins" = your coins
winner: most score then shared
"""


def start(folder: Path) -> State:
    path = folder / "meadow.tang"
    path.write_text(MEADOW, encoding="utf-8")
    return Game.of(build_all([str(path)], 2).program).start(players=2)


def test_equal_situations_are_equal_frames(tmp_path: Path) -> None:
    """The work is always worth 4; how that came about does not matter any more."""
    first = start(tmp_path)
    days = {first.play(work).play("rest") for work in ("farm: 1", "farm: 2", "farm: 3")}
    assert len(days) == 1
    nights = {first.play(work).play(one).play(two) for work in ("farm: 1", "farm: 3") for one, two in SONGS}
    assert len(nights) == 1


SONGS = (("rest", "sing"), ("sing", "rest"))


def test_what_matters_keeps_them_apart(tmp_path: Path) -> None:
    first = start(tmp_path)
    asked = first.play("farm: 2")
    assert asked.play("rest") != asked.play("sing")
    assert asked != asked.play("rest")
