"""Prints a model: each declaration in the author's words, line by line beside the pack that wrote it.

Verbs are printed as they stand after all changes, so that an author sees where the steps of other packs went.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from tangrules.diagnostics import Span
from tangrules.link.bodies import Block, inner_blocks
from tangrules.link.model import Model, Rule
from tangrules.syntax import tree

Line: TypeAlias = "tuple[str, str]"
"""A pack and a line of text."""

_INDENT = "    "


def dump_model(model: Model) -> str:
    """Return the whole model as text."""
    low, high = model.seat_range
    head = [
        f'{model.name} "{model.title}"',
        f"seats: {model.players} ({low} to {high}), rounds: at most {model.horizon}",
        f"packs: {', '.join(model.packs)}",
    ]
    printer = _Printer(model)
    return (
        "\n".join([*head, *_beside([line for rule in rules_of(model) for line in printer.rule(rule)])]) + "\n"
    )


def dump_rule(model: Model, rule: Rule[tree.Item]) -> str:
    """Return one declaration as text."""
    return "\n".join(_beside(list(_Printer(model).rule(rule)))) + "\n"


def text_of(model: Model, span: Span) -> list[str]:
    """Return the author's lines of a span, without remarks, the first one at the margin."""
    return _Texts(model.sources).lines(span)


def rules_of(model: Model) -> Iterator[Rule[tree.Item]]:
    """Yield all declarations: nouns, questions, verbs with the rules about them, scores and ends."""
    yield from model.icons.values()
    yield from model.kinds.values()
    yield from model.tables.values()
    yield from model.layouts.values()
    yield from model.zones.values()
    yield from model.regions.values()
    yield from model.laws.values()
    for name, value in model.values.items():
        yield value
        yield from model.adjusts.get(name, ())
    for name, verb in model.verbs.items():
        yield verb
        yield from model.requires.get(name, ())
        yield from model.waives.get(name, ())
        yield from model.triggers.get(name, ())
    yield from model.whenevers
    yield from model.scores.values()
    yield from model.ends.values()
    yield from (rule for rule in (model.winner, model.grades) if rule is not None)
    yield from model.invariants.values()


def _beside(lines: list[Line]) -> list[str]:
    width = max((len(pack) for pack, _ in lines), default=0)
    return [f"{pack:<{width}} | {text}".rstrip() for pack, text in lines]


class _Printer:
    """Knows which pack wrote which file."""

    def __init__(self, model: Model) -> None:
        self._texts = _Texts(model.sources)
        self._packs: dict[str, str] = {}
        for rule in rules_of(model):
            for change in rule.changes:
                self._packs.setdefault(change.item.span.file, change.pack)
            self._packs.setdefault(rule.item.span.file, rule.pack)

    def rule(self, rule: Rule[tree.Item]) -> Iterator[Line]:
        item = rule.item
        depth = 0
        for condition in rule.conditions:
            yield self._line(condition.span, depth, f"while {self._texts.expression(condition)}:")
            depth += 1
        if isinstance(item, tree.Verb | tree.Action):
            yield self._line(item.span, depth, self._head(item.span, item.body))
            yield from self._block(item.body, depth + 1)
        else:
            yield from self._whole(item.span, depth)
        for change in rule.changes:
            if change.op == "extend":
                yield from self._whole(change.item.span, depth)

    def _block(self, block: Block, depth: int) -> Iterator[Line]:
        for statement in block:
            yield from self._statement(statement, depth)

    def _statement(self, statement: tree.Stmt, depth: int) -> Iterator[Line]:
        span = statement.span
        match statement:
            case tree.Step():
                yield self._line(span, depth, f"step {statement.label}{self._extras(statement)}:")
                yield from self._block(statement.body, depth + 1)
            case tree.If():
                for number, (test, block) in enumerate(statement.branches):
                    word = "else if" if number else "if"
                    yield self._line(test.span, depth, f"{word} {self._texts.expression(test)}:")
                    yield from self._block(block, depth + 1)
                yield from self._otherwise("else", statement.otherwise, depth)
            case tree.ChooseOne():
                first = statement.options[0].span
                yield self._line(span, depth, self._texts.until(span, first))
                for option in statement.options:
                    yield from self._option(option, depth + 1)
                yield from self._otherwise("otherwise", statement.otherwise, depth)
            case tree.Choose() if not statement.body:
                yield from self._simple(statement, statement.otherwise, depth)
            case _:
                yield from self._nested(statement, depth)

    def _nested(self, statement: tree.Stmt, depth: int) -> Iterator[Line]:
        block = next(iter(inner_blocks(statement)), ())
        if not block:
            yield from self._whole(statement.span, depth)
            return
        yield self._line(statement.span, depth, self._head(statement.span, block))
        yield from self._block(block, depth + 1)
        if isinstance(statement, tree.Choose):
            yield from self._otherwise("otherwise", statement.otherwise, depth)

    def _simple(self, statement: tree.Choose, otherwise: Block | None, depth: int) -> Iterator[Line]:
        if otherwise is None:
            yield from self._whole(statement.span, depth)
            return
        head = self._head(statement.span, otherwise).removesuffix("otherwise:").rstrip()
        yield self._line(statement.span, depth, head)
        yield from self._otherwise("otherwise", otherwise, depth)

    def _option(self, option: tree.Option, depth: int) -> Iterator[Line]:
        title = f' "{option.title}"' if option.title is not None else ""
        yield self._line(option.span, depth, f"option {option.label}{title}{self._extras(option)}:")
        yield from self._block(option.body, depth + 1)

    def _extras(self, part: tree.Step | tree.Option) -> str:
        cites = "".join(f" @{cite.id}" for cite in part.cites)
        return f"{cites} when {self._texts.expression(part.guard)}" if part.guard else cites

    def _otherwise(self, word: str, block: Block | None, depth: int) -> Iterator[Line]:
        if block is not None:
            yield self._line(block[0].span, depth, f"{word}:")
            yield from self._block(block, depth + 1)

    def _head(self, span: Span, block: Block) -> str:
        return self._texts.until(span, block[0].span)

    def _whole(self, span: Span, depth: int) -> Iterator[Line]:
        for line in self._texts.lines(span):
            yield self._line(span, depth, line)

    def _line(self, span: Span, depth: int, text: str) -> Line:
        return (self._packs.get(span.file, ""), _INDENT * depth + text)


class _Texts:
    """Gives the author's text for a span."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._lines = {file: text.removeprefix("\ufeff").splitlines() for file, text in sources.items()}

    def lines(self, span: Span) -> list[str]:
        """Return the lines of a span, with the depth of the first one taken off the others."""
        found = self._lines.get(span.file, [])[span.line - 1 : span.end_line]
        if not found:
            return []
        if span.end_column > 1:
            found[-1] = found[-1][: span.end_column - 1]
        found[0] = " " * (span.column - 1) + found[0][span.column - 1 :]
        depth = len(found[0]) - len(found[0].lstrip())
        rest = [line[min(depth, len(line) - len(line.lstrip())) :].rstrip() for line in found[1:]]
        lines = [found[0].strip(), *rest]
        return [line for line in lines if line and not line.lstrip().startswith("--")]

    def until(self, span: Span, end: Span) -> str:
        """Return the text from the beginning of one span to the beginning of another, in one line."""
        if (end.file, end.line, end.column) <= (span.file, span.line, span.column) or end.file != span.file:
            return self._first(span)
        between = Span(span.file, span.line, span.column, end.line, end.column)
        return " ".join(" ".join(self.lines(between)).split())

    def expression(self, value: tree.Expr) -> str:
        """Return an expression in one line. The linker itself makes only conjunctions and negations."""
        match value:
            case tree.Binary(op="and") if value.span == value.right.span:
                return f"{self.expression(value.left)} and {self.expression(value.right)}"
            case tree.Not() if value.span == value.value.span:
                return f"not ({self.expression(value.value)})"
            case _:
                return " ".join(" ".join(self.lines(value.span)).split())

    def _first(self, span: Span) -> str:
        return textwrap.shorten(next(iter(self.lines(span)), ""), 100)
