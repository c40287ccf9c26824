"""Collecting: order, duplicates, and when it raises."""

import pytest

from tangrules.diagnostics import Diagnostic, Related, Reporter, ScenarioError, Severity, Span


def test_findings_come_in_the_order_of_the_text() -> None:
    reporter = Reporter()
    reporter.error("E-NAME", "fourth", Span.at("b.tang", 1, 1))
    reporter.warning("W-UNUSED", "third", Span.at("a.tang", 10, 1))
    reporter.note("W-UNUSED", "second", Span.at("a.tang", 9, 20))
    reporter.error("E-MISSING", "first", None)
    assert [found.message for found in reporter.diagnostics] == ["first", "second", "third", "fourth"]


def test_findings_at_one_place_stay_in_the_order_in_which_they_were_found() -> None:
    reporter = Reporter()
    for message in ("zebra", "apple", "mango"):
        reporter.error("E-NAME", message, Span.at("a.tang", 1, 1))
    assert [found.message for found in reporter.diagnostics] == ["zebra", "apple", "mango"]


def test_the_same_finding_twice_counts_once() -> None:
    reporter = Reporter()
    for _ in range(2):
        reporter.error("E-KIND", "no `harbor`", Span.at("a.tang", 1, 1))
    reporter.error("E-KIND", "no `harbor`", Span.at("a.tang", 2, 1))
    assert len(reporter.diagnostics) == 2


def test_a_name_that_is_not_there_is_told_once_for_each_file() -> None:
    reporter = Reporter()
    for file, line in (
        ("a.tang", 3),
        ("a.tang", 1),
        ("a.tang", 2),
        ("b.tang", 1),
        ("c.tang", 1),
        ("c.tang", 9),
    ):
        reporter.error("E-NAME", "no `harbor`", Span.at(file, line, 1))
    found = [(str(each.span), [str(also) for also in each.related]) for each in reporter.diagnostics]
    assert found == [
        ("a.tang:1:1", ["also here: a.tang:2:1: and in 1 more place"]),
        ("b.tang:1:1", []),
        ("c.tang:1:1", ["also here: c.tang:9:1"]),
    ]


def test_every_field_is_kept() -> None:
    span = Span.at("a.tang", 1, 1)
    other = Related(Span.at("b.tang", 1, 1), "there")
    reporter = Reporter()
    reporter.warning("W-LOOP", "odd", span, expected="one", suggestion="do this", related=[other])
    assert reporter.diagnostics == (
        Diagnostic("W-LOOP", "odd", span, Severity.WARNING, "one", "do this", (other,)),
    )


def test_a_finding_made_elsewhere_can_be_added() -> None:
    found = Diagnostic("E-NAME", "no `harbor`", None)
    reporter = Reporter()
    reporter.add(found)
    assert reporter.diagnostics == (found,)


def test_warnings_and_notes_are_no_errors() -> None:
    reporter = Reporter()
    reporter.warning("W-UNUSED", "odd", None)
    reporter.note("W-UNUSED", "odd", None)
    assert not reporter.has_errors
    reporter.raise_if_errors({})


def test_an_error_raises_with_everything_collected() -> None:
    reporter = Reporter()
    reporter.warning("W-UNUSED", "odd", None)
    reporter.error("E-NAME", "no `harbor`", Span.at("a.tang", 1, 1))
    assert reporter.has_errors
    with pytest.raises(ScenarioError) as raised:
        reporter.raise_if_errors({"a.tang": "harbor"})
    assert raised.value.diagnostics == reporter.diagnostics
    assert raised.value.sources == {"a.tang": "harbor"}
