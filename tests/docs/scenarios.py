"""Scenario blocks: each is checked, and the examples in it are run."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import attrs

from tangrules.check import elaborate
from tangrules.diagnostics import Diagnostic, Reporter, ScenarioError
from tangrules.explain.reading import read_packs
from tangrules.ir import Program
from tangrules.link import link
from tangrules.link.complete import seat_range
from tangrules.lower.layout import lay_out
from tangrules.lower.pipeline import build_all
from tangrules.packs import Pack, sources_of
from tangrules.verify.examples import run_examples
from tests.docs.blocks import BASES, Block

_SEATS = re.compile(r"for (\d+) players?:")
_DEPENDENCY = re.compile(r"^(?:extends|requires) (.*)$", re.MULTILINE)


def write(block: Block, folder: Path) -> Path:
    """Write a block as a scenario file, completed by its base; return the file."""
    text = block.text
    if "adds to" in block.notes:
        path = folder / block.notes["adds to"]
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{text}", encoding="utf-8")
        return path
    if block.notes.get("in") == "verb":
        text = "to shown():\n" + textwrap.indent(text, "    ")
    if not block.is_file:
        text = _completed(block.notes["base"], text, as_module=block.notes.get("as") == "module")
    for name in needed(text):
        base = BASES / f"{name}.tang"
        if base.exists() and not (folder / base.name).exists():
            (folder / base.name).write_text(base.read_text(encoding="utf-8"), encoding="utf-8")
    path = folder / block.notes.get("file", "shown.tang")
    path.write_text(text, encoding="utf-8")
    return path


def _completed(base: str, text: str, *, as_module: bool) -> str:
    path = BASES / f"{base}.tang"
    if as_module or not path.exists():
        return f'tang 1\nmodule shown "Shown"\nextends {base}\n\n{text}'
    return f"{path.read_text(encoding='utf-8')}\n{text}"


def needed(text: str) -> list[str]:
    """Return the packs that a file extends or requires."""
    return [name.strip() for line in _DEPENDENCY.findall(text) for name in line.split(",")]


def reported(path: Path, text: str) -> list[str]:
    """Check a file and run its examples, not those of the packs it needs; return what was found, as text."""
    try:
        packs = read_packs([str(path)])
        low, high = seat_range(packs)
        titles = set(re.findall(r'example "([^"]*)"', text))
        wanted = {low, *(int(seats) for seats in _SEATS.findall(text))}
        found: dict[str, None] = {}
        for seats in sorted(wanted & set(range(low, high + 1))):
            program, warnings = _build(packs, seats, titles)
            found |= {f"warning {warning.code}: {warning.message}": None for warning in warnings}
            for result in run_examples(program):
                titles.discard(result.example.title)
                found |= {str(failure): None for failure in result.failures}
    except ScenarioError as error:
        return [str(error)]
    return [*found, *(f"the example {title!r} was not run" for title in sorted(titles))]


def _build(packs: list[Pack], seats: int, titles: set[str]) -> tuple[Program, list[Diagnostic]]:
    """Return the program of packs with only those examples, and what is warned of."""
    reporter = Reporter()
    sources = dict(sources_of(packs))
    model = link(packs, seats, reporter)
    reporter.raise_if_errors(sources)
    assert model is not None
    chosen = tuple(rule for rule in model.examples if rule.item.title in titles)
    made = elaborate(attrs.evolve(model, examples=chosen), reporter)
    reporter.raise_if_errors(sources)
    assert made is not None
    return lay_out(made), list(reporter.diagnostics)


def codes(path: Path) -> set[str]:
    """Return the codes of all that a file is reported for."""
    try:
        low, _ = seat_range(read_packs([str(path)]))
        return {warning.code for warning in build_all([str(path)], low).warnings}
    except ScenarioError as error:
        return {found.code for found in error.diagnostics}
