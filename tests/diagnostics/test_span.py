"""Spans: order, joining, printing."""

from tangrules.diagnostics import Span


def test_a_span_prints_where_it_starts() -> None:
    assert str(Span("boats.tang", 12, 9, 14, 1)) == "boats.tang:12:9"


def test_a_place_spans_one_character() -> None:
    assert Span.at("boats.tang", 3, 7) == Span("boats.tang", 3, 7, 3, 8)


def test_joined_spans_hold_both_in_either_order() -> None:
    first = Span("boats.tang", 2, 9, 2, 12)
    second = Span("boats.tang", 4, 1, 4, 3)
    whole = Span("boats.tang", 2, 9, 4, 3)
    assert first.to(second) == whole
    assert second.to(first) == whole


def test_a_span_joined_with_one_inside_it_stays() -> None:
    outer = Span("boats.tang", 2, 1, 9, 1)
    assert outer.to(Span("boats.tang", 3, 5, 3, 6)) == outer


def test_spans_of_two_files_do_not_join() -> None:
    span = Span.at("boats.tang", 1, 1)
    assert span.to(Span.at("storms.tang", 1, 1)) == span


def test_spans_are_ordered_by_file_line_and_column() -> None:
    spans = [Span.at("b", 1, 1), Span.at("a", 10, 1), Span.at("a", 9, 4), Span.at("a", 9, 1)]
    assert sorted(spans) == [spans[3], spans[2], spans[1], spans[0]]
