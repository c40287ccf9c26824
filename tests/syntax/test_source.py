"""Bytes become text, or a diagnostic says why not; limits are kept before anything is built."""

from __future__ import annotations

import pytest

from tangrules.diagnostics import Reporter
from tangrules.syntax import parse, parse_bytes
from tangrules.syntax.lines import MAX_NESTING
from tangrules.syntax.machine import MAX_DEPTH
from tangrules.syntax.source import MAX_BYTES

from .reading_aloud import HEAD, mistakes, read


def codes(data: bytes) -> list[tuple[str, str]]:
    reporter = Reporter()
    assert parse_bytes(data, "x.tang", reporter) is None
    return [(found.code, str(found.span)) for found in reporter.diagnostics]


def test_a_byte_order_mark_is_left_out() -> None:
    reporter = Reporter()
    file = parse_bytes(b"\xef\xbb\xbftang 1\ngame boats\n", "x.tang", reporter)
    assert file is not None
    assert (file.header.span.line, file.header.span.column) == (1, 1)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system(end: str) -> None:
    text = f"{HEAD}to build:\n    gain 1 coins\n"
    assert read(text.replace("\n", end)) == read(text)


def test_the_last_line_needs_no_end() -> None:
    assert read(f"{HEAD}look x") == read(f"{HEAD}look x\n")
    assert read(f"{HEAD}look x -- so") == read(f"{HEAD}look x\n")


def test_bytes_that_are_not_utf_8() -> None:
    assert codes(b"tang 1\n\xc3\xa9\xe9\n") == [("E-ENCODING", "x.tang:2:2")]


@pytest.mark.parametrize("data", [b"tang 1\n\x00", b"\xff\xfet\x00", b"\xfe\xff\x00t"])
def test_files_that_are_not_text(data: bytes) -> None:
    assert codes(data) == [("E-ENCODING", "x.tang:1:1")]


@pytest.mark.parametrize("sign", ["\x07", "\u202e", "\u2028", "\u200b", "\ufeff"])
def test_characters_that_cannot_be_seen(sign: str) -> None:
    assert codes(f'tang 1\ngame x "a{sign}b"\n'.encode()) == [("E-ENCODING", "x.tang:2:10")]


def test_lone_surrogates_are_no_text() -> None:
    assert [found.code for found in mistakes("tang 1\n\ud800")] == ["E-ENCODING"]


def test_a_file_may_be_as_large_as_the_limit() -> None:
    text = f"{HEAD}--"
    text += "x" * (MAX_BYTES - len(text))
    read(text)
    assert codes((text + "x").encode()) == [("E-SIZE", "x.tang:1:1")]
    assert [found.code for found in mistakes(text + "x")] == ["E-SIZE"]


def test_brackets_may_be_as_deep_as_the_limit() -> None:
    read(f"{HEAD}value x = {'(' * MAX_NESTING}1{')' * MAX_NESTING}\n")
    deeper = f"{HEAD}value x = {'(' * (MAX_NESTING + 1)}1{')' * (MAX_NESTING + 1)}\n"
    assert [found.code for found in mistakes(deeper)] == ["E-NEST"]


def test_blocks_may_be_as_deep_as_the_limit() -> None:
    def nested(depth: int) -> str:
        heads = "".join(f"{' ' * level}if yes:\n" for level in range(1, depth))
        return f"{HEAD}to x:\n{heads}{' ' * depth}stop\n"

    read(nested(MAX_NESTING))
    assert [found.code for found in mistakes(nested(MAX_NESTING + 1))] == ["E-NEST"]


@pytest.mark.parametrize(
    "value",
    [
        " + ".join(["1"] * 5000),
        "not " * 5000 + "yes",
        "- " * 5000 + "1",
        "if yes then 1 else " * 5000 + "1",
        "x" + ".y" * 5000,
        "allowed x" + ".y" * 5000 + "()",
        "x" + "()" * 1000,
        "x" + "[1]" * 5000,
        "x" + "!" * 5000,
    ],
)
def test_deep_values_are_refused_and_never_break_anything(value: str) -> None:
    assert mistakes(f"{HEAD}value x = {value}\n")[-1].code in ("E-NEST", "E-SYNTAX")


def test_values_may_be_as_deep_as_the_limit() -> None:
    inner = MAX_DEPTH - 4  # a file holds a value, which holds a case
    read(f"{HEAD}value x = {'not ' * inner}yes\n")


def test_wide_values_are_no_problem() -> None:
    read(f"{HEAD}value x = [{', '.join(['1'] * 5000)}]\n")
    read(f"{HEAD}value x = count({', '.join(['a in b'] * 5000)})\n")


def test_numbers_have_a_limit() -> None:
    read(f"{HEAD}value x = {'9' * 15}\n")
    assert [found.code for found in mistakes(f"{HEAD}value x = {'9' * 16}\n")] == ["E-SIZE"]
    read(f'{HEAD}score x "{"9" * 16}" = 1  -- {"9" * 16}\n')


def test_other_diagnostics_of_a_run_do_not_matter() -> None:
    reporter = Reporter()
    reporter.error("E-NAME", "something else", None)
    assert parse(f"{HEAD}look x\n", "x.tang", reporter) is not None
    assert len(reporter.diagnostics) == 1
