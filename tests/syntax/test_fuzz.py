"""Whatever the text, there is a tree or there are diagnostics, and no other failure."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tangrules.diagnostics import Reporter, render_text
from tangrules.syntax import format_text, parse_bytes, print_tree
from tangrules.syntax.parser import MAX_ERRORS

from .reading_aloud import HEAD, SAMPLES, read

SOURCES = [path.read_text(encoding="utf-8") for path in SAMPLES]
WORDS = sorted({word for source in SOURCES for word in source.split()})
QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck))


def survives(data: bytes) -> None:
    reporter = Reporter()
    file = parse_bytes(data, "sample.tang", reporter)
    assert (file is None) == reporter.has_errors
    assert len(reporter.diagnostics) <= MAX_ERRORS
    text = data.decode("utf-8", "replace")
    shown = render_text(reporter.diagnostics, {"sample.tang": text})
    for diagnostic in reporter.diagnostics:
        assert diagnostic.span is not None
        assert 1 <= diagnostic.span.line <= text.count("\n") + text.count("\r") + 1
        assert diagnostic.message in shown
    if file is not None:
        assert read(print_tree(file)) == file


@given(st.text())
@settings(QUICK, max_examples=200)
def test_any_text(text: str) -> None:
    survives(text.encode("utf-8", "surrogatepass"))


@given(st.binary())
@settings(QUICK, max_examples=200)
def test_any_bytes(data: bytes) -> None:
    survives(data)


@given(st.lists(st.sampled_from([*WORDS, "\n", "\n    ", "\n        ", "\t", "(", ")", '"']), max_size=40))
@settings(QUICK, max_examples=300)
@example(["else", "\n    ", "else"])
def test_any_words(words: list[str]) -> None:
    survives((HEAD + " ".join(words)).encode())
    survives((HEAD + "to x:\n    " + " ".join(words)).encode())


@given(st.integers())
@settings(QUICK, max_examples=150)
def test_damaged_samples(seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice(SOURCES).split("\n")
    start = rng.randrange(len(lines))
    text = "\n".join(lines[start : start + rng.randrange(1, 40)])
    for _ in range(rng.randrange(1, 4)):
        text = _damaged(text, rng)
    survives((rng.choice(["", HEAD]) + text).encode())


def _damaged(text: str, rng: random.Random) -> str:
    at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    to = min(to, at + 12)
    match rng.randrange(5):
        case 0:
            return text[:at] + text[to:]
        case 1:
            return text[:at] + rng.choice(WORDS) + " " + text[at:]
        case 2:
            return text[:at] + rng.choice('()[]":,=|@!\t\n\x0b&#éA1') + text[at:]
        case 3:
            return text[:at]
        case _:
            return text[:to] + text[at:]


@given(st.integers())
@settings(QUICK, max_examples=60)
def test_formatting_keeps_the_tree_and_every_comment(seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice(SOURCES).split("\n")
    for number in range(rng.randrange(1, 12)):
        at = rng.randrange(len(lines))
        if rng.random() < 0.5:
            lines.insert(at, " " * rng.choice([0, 4, 8]) + f"-- note {number}")
        elif rng.random() < 0.5:
            lines.insert(at, "")
        else:
            lines[at] += f"  -- note {number}"
    text = "\n".join(lines)
    once = format_text(text, "sample.tang", Reporter())
    assert once is not None
    assert read(once) == read(text)
    assert format_text(once, "sample.tang", Reporter()) == once
    assert sorted(_comments(once)) == sorted(_comments(text))


def _comments(text: str) -> list[str]:
    return [line[line.index("-- ") :].rstrip() for line in text.split("\n") if "-- " in line]
