"""The exceptions: their family, their fields and their text."""

import pickle
from textwrap import dedent

import pytest

from tangrules.diagnostics import (
    ChanceError,
    Diagnostic,
    IllegalMove,
    RuleError,
    SaveError,
    ScenarioError,
    Severity,
    Span,
    TangError,
    UsageError,
)


@pytest.mark.parametrize(
    ("kind", "built_in"),
    [
        (ScenarioError, Exception),
        (UsageError, ValueError),
        (IllegalMove, ValueError),
        (SaveError, ValueError),
        (ChanceError, ValueError),
        (RuleError, RuntimeError),
    ],
)
def test_all_are_of_one_family_and_fit_a_built_in_one(
    kind: type[TangError], built_in: type[Exception]
) -> None:
    assert issubclass(kind, TangError)
    assert issubclass(kind, built_in)


def test_a_plain_error_is_its_message() -> None:
    assert str(UsageError("there is no seat 5")) == "there is no seat 5"


def test_a_scenario_error_reads_as_its_diagnostics() -> None:
    found = Diagnostic("E-NAME", "there is no zone called `harbor`", Span("a.tang", 1, 1, 1, 7))
    assert str(ScenarioError([found], {"a.tang": "harbor"})) == dedent("""\
        error[E-NAME] a.tang:1:1: there is no zone called `harbor`
          1 | harbor
            | ^^^^^^""")


def test_a_scenario_error_needs_no_sources() -> None:
    error = ScenarioError([Diagnostic("E-MISSING", "there is no pack called `bots`", None)])
    assert str(error) == "error[E-MISSING]: there is no pack called `bots`"
    assert error.sources == {}


def test_twenty_diagnostics_are_all_shown() -> None:
    text = str(ScenarioError(Diagnostic("E-NAME", f"no {n}", None) for n in range(20)))
    assert text.count("error[") == 20
    assert "more" not in text


def test_beyond_twenty_the_rest_is_counted() -> None:
    error = ScenarioError(Diagnostic("E-NAME", f"no {n}", None) for n in range(23))
    assert len(error.diagnostics) == 23
    assert str(error).endswith("error[E-NAME]: no 18\n\nerror[E-NAME]: no 19\n\nand 3 more")


def test_errors_are_shown_before_warnings() -> None:
    warnings = [Diagnostic("W-UNUSED", f"odd {n}", None, Severity.WARNING) for n in range(30)]
    error = ScenarioError([*warnings, Diagnostic("E-NAME", "no `harbor`", None)])
    assert str(error).startswith("error[E-NAME]: no `harbor`\n\nwarning[W-UNUSED]: odd 0\n\n")


def test_an_illegal_move_gives_its_reasons() -> None:
    error = IllegalMove("this boat cannot sail", ["the strait is closed", "not enough coins"])
    assert error.reasons == ("the strait is closed", "not enough coins")
    assert str(error) == "this boat cannot sail\n  - the strait is closed\n  - not enough coins"


def test_an_illegal_move_without_reasons_is_its_message() -> None:
    assert str(IllegalMove("it is not your turn")) == "it is not your turn"


def test_a_rule_error_says_where_and_how_it_came_there() -> None:
    trail = ["storms.tang:4 replaces boats.tang:12", "in step 3 of setup"]
    error = RuleError("a division by 0", Span.at("storms.tang", 5, 9), trail)
    assert error.span == Span.at("storms.tang", 5, 9)
    assert error.trail == tuple(trail)
    assert str(error) == (
        "storms.tang:5:9: a division by 0\n  storms.tang:4 replaces boats.tang:12\n  in step 3 of setup"
    )


def test_a_rule_error_may_know_no_place() -> None:
    error = RuleError("the budget of this turn is used up")
    assert (error.span, error.trail) == (None, ())
    assert str(error) == "the budget of this turn is used up"


@pytest.mark.parametrize(
    "error",
    [
        ScenarioError([Diagnostic("E-NAME", "no", Span.at("a", 1, 1))], {"a": "x"}),
        UsageError("bad"),
        IllegalMove("no", ["because"]),
        RuleError("no", Span.at("a", 1, 1), ["there"]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_the_way_to_another_process(error: TangError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
