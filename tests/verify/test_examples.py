"""Examples hold or fail, and a failure says what is wrong. They are about the small game beside this file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tangrules import emit, interpret
from tangrules.diagnostics import ScenarioError
from tangrules.ir import Program
from tangrules.lower.pipeline import build_all
from tangrules.runtime.driver import Machine
from tangrules.verify.everywhere import run_everywhere
from tangrules.verify.examples import ExampleResult, run_examples

HERE = Path(__file__).parent
MACHINES = [interpret.Machine, *([emit.compile] if hasattr(emit, "compile") else [])]

Make = Callable[[Program], Machine]
Run = Callable[..., ExampleResult]


@pytest.fixture(params=MACHINES, ids=["interpreter", "compiled"][: len(MACHINES)])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Return a function that runs one example, given by its lines."""
    make: Make = request.param

    def run(lines: str, players: int = 2) -> ExampleResult:
        file = tmp_path / "pond.tang"
        body = "".join(f"    {line}\n" for line in lines.strip("\n").splitlines())
        game = (HERE / "pond.tang").read_text(encoding="utf-8")
        file.write_text(f'{game}\nexample "it" for {players} players:\n{body}', encoding="utf-8")
        program = build_all([str(file)], players).program
        (result,) = run_examples(program, make(program))
        return result

    return run


def told(result: ExampleResult) -> list[str]:
    """Return the failures, each as its message and its details, without the file."""
    return ["\n".join([failure.message, *failure.details]) for failure in result.failures]


GIVEN = """
given nothing set up
given: move [opal, jet, ruby_1, ruby_2] to your pool
"""


def test_the_setup_runs_first(run: Run) -> None:
    result = run("expect your coins is 1\nexpect count(bag[red]) is 3\nexpect seat 3.coins is 1", 3)
    assert result.passed
    assert result.steps == 3


def test_nothing_is_set_up_if_the_example_says_so(run: Run) -> None:
    assert run("given nothing set up\nexpect your coins is 0\nexpect bag[red] is nothing").passed


def test_a_condition_that_fails_shows_both_sides(run: Run) -> None:
    result = run(
        """
expect seat 2.coins is 3
expect opal in bag[red]
expect opal.cell is r0c0
expect your pool is nothing
expect every(k in colour: count(bag[k]) is 2)
expect your coins is 1
"""
    )
    assert told(result) == [
        "`seat 2.coins is 3` does not hold\nleft: 1\nright: 3",
        "`opal in bag[red]` does not hold\nleft: opal\nright: ruby_1, ruby_2, ruby_3",
        "`opal.cell is r0c0` does not hold\nleft: nothing\nright: r0c0",
        "`every(k in colour: count(bag[k]) is 2)` does not hold",
    ]
    assert result.steps == 6


def test_each_part_of_a_condition_that_fails_is_told_with_its_values(run: Run) -> None:
    result = run(
        """
expect your coins is 1 and count(bag[red]) is 2 and allowed place(opal, r0c0)
expect your coins > 5 or (seat 2.coins is 3 and opal in bag[red])
expect not (your coins is 1)
expect count(your pool) > 0 and item([3], count(your pool)) is 3
expect your coins is 1 and seat 2.coins is 1
"""
    )
    assert [each.splitlines()[1:] for each in told(result)] == [
        [
            "`your coins is 1` holds (left: 1, right: 1)",
            "`count(bag[red]) is 2` does not hold (left: 3, right: 2)",
            "`allowed place(opal, r0c0)` does not hold",
            "  mine fails: The stone is not yours.",
        ],
        [
            "`your coins > 5` does not hold (left: 1, right: 5)",
            "`seat 2.coins is 3 and opal in bag[red]` does not hold",
            "  `seat 2.coins is 3` does not hold (left: 1, right: 3)",
            "  `opal in bag[red]` does not hold (left: opal, right: ruby_1, ruby_2, ruby_3)",
        ],
        ["`your coins is 1` holds (left: 1, right: 1)"],
        [
            "`count(your pool) > 0` does not hold (left: 0, right: 0)",
            "`item([3], count(your pool)) is 3` cannot be worked out: item 0 of a list of 1",
        ],
    ]


def test_what_a_part_makes_sure_is_known_in_the_next(run: Run) -> None:
    (failure,) = run("expect opal.cell is nothing and jet.cell is not nothing and jet.cell.row is 1").failures
    assert failure.details == (
        "`opal.cell is nothing` holds (left: nothing, right: nothing)",
        "`jet.cell is not nothing` does not hold (left: nothing, right: nothing)",
        "`jet.cell.row is 1` does not hold (left: nothing, right: 1)",
    )


def test_a_failure_names_its_line(run: Run) -> None:
    (failure,) = run("expect your coins is 1\n\nexpect your coins is 2").failures
    lines = (HERE / "pond.tang").read_text(encoding="utf-8").count("\n")
    assert failure.origin is not None
    assert failure.origin.line == lines + 5
    assert str(failure).splitlines() == [
        f"{failure.origin.file}:{lines + 5}: `your coins is 2` does not hold",
        "    left: 1",
        "    right: 2",
    ]


def test_a_question_must_be_answered_before_anything_else_happens(run: Run) -> None:
    result = run(GIVEN + "ask()\nfish(red, 1)\nexpect your coins is 99")
    assert told(result) == [
        'a question is open: "What do you take?"; answer it first\n'
        "coins\nstone: ruby_1\nstone: ruby_2\nstone: opal\nstone: jet\nnothing_more"
    ]


def test_long_lists_of_options_are_cut(run: Run) -> None:
    result = run(GIVEN + "place_one()\nexpect no question\nanswer r2c2")
    shown = [
        f"{stone} at r0c{column}" for stone in ("ruby_1", "ruby_2", "opal", "jet") for column in range(3)
    ]
    assert told(result) == [
        "\n".join(['a question is open: "Where?"', *shown]),
        "\n".join(['`r2c2` is no answer to "Where?"', *shown]),
    ]
    result = run(GIVEN + "given: move onyx to your pool\nplace_one()\nexpect 3 options")
    assert told(result)[0].splitlines()[0] == "there are 15 options, not 3"
    assert told(result)[0].splitlines()[-1] == "and 3 more"
    assert len(told(result)[0].splitlines()) == 14


# ------------------------------------------------------------------------------ answers


def test_an_answer_is_a_label_or_what_is_picked(run: Run) -> None:
    assert run(
        GIVEN
        + """
ask()
answer stone, opal
expect opal in box
ask()
answer jet
expect jet in box
ask()
answer coins
expect your coins is 4
expect no question
"""
    ).passed


def test_an_answer_that_does_not_fit(run: Run) -> None:
    assert told(run(GIVEN + "ask()\nanswer onyx")) == [
        '`onyx` is no answer to "What do you take?"\n'
        "coins\nstone: ruby_1\nstone: ruby_2\nstone: opal\nstone: jet\nnothing_more"
    ]


def test_an_answer_that_fits_several(run: Run) -> None:
    assert told(run(GIVEN + "ask()\nanswer stone")) == [
        '`stone` fits 4 answers to "What do you take?": say more\n'
        "stone: ruby_1\nstone: ruby_2\nstone: opal\nstone: jet"
    ]


def test_pieces_that_look_alike_are_one_answer(run: Run) -> None:
    lines = "given nothing set up\ngiven: move [ruby_1, ruby_2] to your pool\n"
    assert run(lines + "ask()\nanswer stone\nexpect count(your pool) is 1").passed
    assert told(run(lines + "given: set ruby_2.polished to yes\nask()\nanswer stone")) == [
        '`stone` fits 2 answers to "What do you take?": say more\nstone: ruby_1\nstone: ruby_2'
    ]


def test_an_answer_without_a_question(run: Run) -> None:
    assert told(run("answer opal, r0c0\nexpect your coins is 5")) == [
        "no question is open, so `opal, r0c0` answers nothing"
    ]


def test_several_things_are_picked_in_any_order(run: Run) -> None:
    assert run(
        GIVEN
        + """
give_some()
expect 11 options
answer jet, opal
expect count(your pool) is 2 and jet in box and opal in box
give_some()
answer ruby_1
expect count(your pool) is 1
"""
    ).passed


def test_a_list_is_picked_whole(run: Run) -> None:
    assert run(GIVEN + "give_some()\nanswer [jet, ruby_2]\nexpect jet in box and ruby_2 in box").passed


def test_numbers_that_mean_different_things_are_different(run: Run) -> None:
    result = run(GIVEN + "place_one()\nexpect no option 1\nanswer opal, r0c1\nexpect opal.cell is r0c1")
    assert result.passed


def test_yes_no_and_passing(run: Run) -> None:
    assert run(
        GIVEN
        + """
maybe()
expect option pass
answer no
maybe()
answer yes, jet
expect jet.polished
"""
    ).passed


def test_secret_answers_are_given_seat_by_seat(run: Run) -> None:
    assert run(
        """
given: set seat 2.coins to 3
bid()
expect 2 options
answer 1
expect 4 options
answer 3
expect seat 1.staked is 1 and seat 2.staked is 3
expect no question
"""
    ).passed


# ------------------------------------------------------------------------------ options


def test_options_are_there_or_not(run: Run) -> None:
    result = run(
        GIVEN
        + """
ask()
expect option stone
expect option stone, jet
expect option opal
expect no option onyx
expect option onyx
expect no option stone, jet
expect 6 options
expect 1 options
"""
    )
    every = "coins\nstone: ruby_1\nstone: ruby_2\nstone: opal\nstone: jet\nnothing_more"
    assert told(result) == [
        f'`onyx` is no option of "What do you take?"\n{every}',
        '`stone, jet` is an option of "What do you take?"\nstone: jet',
        f"there are 6 options, not 1\n{every}",
    ]


def test_there_are_no_options_without_a_question(run: Run) -> None:
    result = run("expect option opal\nexpect no option opal\nexpect 2 options\nexpect no question")
    assert told(result) == ["no question is open"] * 3


def test_actions_are_offered(run: Run) -> None:
    assert run(
        """
given: move jet to your pool
take_turn()
expect option rest
expect option sell, jet
expect no option done
answer sell
expect your coins is 2
expect no question
"""
    ).passed


# ------------------------------------------------------------------------------ requirements


def test_refusals(run: Run) -> None:
    result = run(
        """
given nothing set up
given: move opal to r0c0
expect refused place(jet, r0c0) because mine, free
expect refused place(jet, r0c0)
expect refused place(jet, r0c1) because mine, free
given: move jet to your pool
expect refused place(jet, r0c0) because free
expect refused seat 2 does place(jet, r0c1) because mine
expect refused place(jet, r0c1)
expect refused sell() because possible
expect refused ask()
expect allowed place(onyx, r0c0)
"""
    )
    assert told(result) == [
        "`place(jet, r0c1)` is refused, but not because of `free`\nmine fails: The stone is not yours.",
        "`place(jet, r0c1)` is not refused\nmine holds\nfree holds",
        "`sell()` is not refused\npossible holds",
        "`ask()` is not refused\nit has no requirements",
        "`allowed place(onyx, r0c0)` does not hold\n"
        "mine fails: The stone is not yours.\nfree fails: There is a stone already.",
    ]


# ------------------------------------------------------------------------------ chance


def test_draws_are_rigged_deck_by_deck(run: Run) -> None:
    assert run(
        """
rig bag[blue]: jet, onyx
rig bag[red]: ruby_2
fish(blue, 1)
expect jet in your pool
rig bag[blue]: opal
fish(blue, 2)
fish(red, 1)
expect ruby_2 in your pool
"""
    ).passed


def test_a_piece_stands_for_those_that_look_alike(run: Run) -> None:
    lines = "given: move ruby_1 to box\nrig bag[red]: ruby_1\nfish(red, 1)\n"
    assert run(lines + "expect ruby_2 in your pool").passed


def test_a_rigged_piece_must_be_in_the_deck(run: Run) -> None:
    result = run("rig bag[red]: opal\nexpect your coins is 1\nfish(red, 1)\nexpect your coins is 2")
    assert told(result) == ["`opal` cannot come next: `bag[red]` holds ruby_1, ruby_2, ruby_3"]
    assert result.steps == 3


def test_what_lies_on_top_must_be_what_is_rigged(run: Run) -> None:
    given = "given nothing set up\ngiven: move [ruby_1, opal] to bag[red] on top\n"
    assert run(given + "rig bag[red]: opal, ruby_1\nfish(red, 2)").passed
    assert told(run(given + "rig bag[red]: ruby_1\nfish(red, 1)")) == [
        "`ruby_1` cannot come next: on top of `bag[red]` lies opal"
    ]


def test_picks_and_rolls_are_rigged(run: Run) -> None:
    assert run("rig roll: 3, 2\ntoss()\nexpect your coins is 4\ntoss()\nexpect your coins is 6").passed
    assert told(run("rig pick: 7\ntoss()")) == [
        "`7` cannot come next: the next pick is one of 1, 2, 3, 4, 5, 6"
    ]


def test_rigged_outcomes_must_all_come(run: Run) -> None:
    result = run("rig pick: red\nrig bag[blue]: jet, opal\nfish(blue, 1)\nexpect your coins is 0")
    assert told(result) == [
        "`your coins is 0` does not hold\nleft: 1\nright: 0",
        "`red` was rigged, but did not come",
        "`opal` was rigged, but did not come",
    ]
    assert [failure.origin.column for failure in result.failures if failure.origin] == [5, 5, 5]


# ------------------------------------------------------------------------------ rules that fail


def test_a_rule_that_fails_is_shown_with_its_line(run: Run) -> None:
    (failure,) = run("given: move jet to r0c0\nblunder()\nexpect your coins is 5").failures
    lines = (HERE / "pond.tang").read_text(encoding="utf-8").splitlines()
    line = 1 + lines.index("    move opal to r0c0")
    assert failure.message == "a rule failed: opal was moved to a space that jet is on"
    assert failure.details[0].endswith(f"pond.tang:{line}:5")


def test_the_end_of_a_game_ends_what_was_under_way(run: Run) -> None:
    assert run("given: set your coins to 8\nround()\nexpect no question\nexpect seat 2.coins is 2").passed
    assert run("stop_all()\nexpect no question\nexpect your coins is 2").passed


# ------------------------------------------------------------------------------ all seat counts


def test_examples_are_run_at_their_own_number_of_players(tmp_path: Path) -> None:
    file = tmp_path / "pond.tang"
    game = (HERE / "pond.tang").read_text(encoding="utf-8")
    examples = "".join(
        f'example "{title}"{players}:\n    expect player_count is {count}\n'
        for title, players, count in (
            ("two", "", 2),
            ("three", " for 3 players", 3),
        )
    )
    file.write_text(f"{game}\n{examples}", encoding="utf-8")
    results = run_everywhere([str(file)])
    assert {
        count: [(found.example.title, found.passed) for found in of] for count, of in results.items()
    } == {
        2: [("two", True)],
        3: [("three", True)],
    }


@pytest.mark.parametrize("players", [1, 4])
def test_an_example_for_players_that_the_game_is_not_for_is_a_fault(tmp_path: Path, players: int) -> None:
    """It is not run with as many as come nearest."""
    file = tmp_path / "counts.tang"
    game = (HERE / "pond.tang").read_text(encoding="utf-8")
    file.write_text(f'{game}\nexample "odd" for {players} players:\n    expect player_count is {players}\n')
    with pytest.raises(ScenarioError, match=f"this example is for {players} player"):
        run_everywhere([str(file)])


def _with_modules(folder: Path, *, many: int) -> list[str]:
    """Write the pond with an example for three, a module for two, and one with an example for so many."""
    game = (HERE / "pond.tang").read_text(encoding="utf-8")
    example = 'example "{}" for {} players:\n    expect player_count is {}\n'
    texts = {
        "pond": f"{game}\n{example.format('pond', 3, 3)}",
        "few": f'tang 1\nmodule few "Few"\nplayers 2\nextends pond\n\n{example.format("few", 2, 2)}',
        "many": f'tang 1\nmodule many "Many"\nextends pond\n\n{example.format("many", many, many)}',
    }
    for name, text in texts.items():
        (folder / f"{name}.tang").write_text(text, encoding="utf-8")
    return [str(folder / "few.tang"), str(folder / "many.tang")]


def test_an_example_is_not_at_fault_where_another_pack_is_for_fewer_players(tmp_path: Path) -> None:
    results = run_everywhere(_with_modules(tmp_path, many=3))
    assert {
        count: [found.example.title for found in of if found.passed] for count, of in results.items()
    } == {2: ["few"]}
    assert not [found for of in results.values() for found in of if not found.passed]


def test_it_is_at_fault_where_its_own_pack_is_for_fewer(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="this example is for 4 players, and the game is for 2 to 3"):
        run_everywhere(_with_modules(tmp_path, many=4))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("make", MACHINES, ids=["interpreter", "compiled"][: len(MACHINES)])
def test_all_examples_of_the_shipped_game_hold(make: Make, players: int) -> None:
    program = build_all(["tang-garden"], players).program
    results = run_examples(program, make(program))
    assert results
    failed = [str(result) for result in results if not result.passed]
    assert not failed, "\n".join(failed)


def test_an_expectation_that_cannot_be_asked_is_shown_with_its_line(run: Run) -> None:
    (failure,) = run("expect item([1, 2], 3) is 1").failures
    assert failure.message == "a rule failed: item 3 of a list of 2"
    assert failure.origin is not None
    (place, *_) = failure.details
    assert place.startswith("at ")
    assert place.rpartition("pond.tang:")[2].split(":")[0] == str(failure.origin.line)
    assert ":0:0" not in str(failure)


def test_a_failure_tells_which_calls_before_it_were_refused(run: Run) -> None:
    result = run(
        GIVEN
        + "given: move jet to r0c0\n"
        + "place(jet, r0c0)\n"
        + "place(opal, r1c1)\n"
        + "expect r0c1.stone is nothing\n"
        + "expect r0c0.stone is opal\n"
        + "place(opal, r1c1)\n"
        + "expect r2c2.stone is opal\n"
    )
    first, second = result.failures
    assert first.origin is not None
    refused = [detail for detail in first.details if "was refused" in detail]
    assert refused == [f"`place` on line {first.origin.line - 3} was refused: mine, free"]
    assert not any("was refused" in detail for detail in second.details)


def test_calls_that_were_not_refused_are_not_told(run: Run) -> None:
    (failure,) = run(GIVEN + "place(opal, r1c1)\nexpect r1c1.stone is jet").failures
    assert not any("was refused" in detail for detail in failure.details)
